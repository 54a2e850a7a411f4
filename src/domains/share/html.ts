import { beginning } from '../../lib/beginning.ts';
import { escapeHtml } from '../../lib/html.ts';
import { jsonMember } from '../../lib/json-cells.ts';
import { visible } from '../../lib/visible.ts';
import { serviceColor } from '../events/color.ts';
import type { EventRow } from '../events/record.ts';
import type { TraceView } from '../events/trace.ts';
import type { EventType } from './schema.ts';

export interface SharedEvent {
  readonly event: EventRow;
  /** What whoever shared it calls it. */
  readonly type: EventType;
  readonly trace: TraceView | undefined;
  readonly replay:
    | {
        readonly session: { readonly start: string; readonly duration_ms: number };
        /** Each as JSON text. */
        readonly events: readonly string[];
        /** Where it goes on, of one that is longer. */
        readonly rest: object | undefined;
      }
    | undefined;
  readonly expiresAt: string;
}

const spansShownMax = 500;
const orphansShownMax = 500;
const replayStepsMax = 200;
const addressCharsMax = 300;
const lineCharsMax = 200;

/** One event as a page: no script, nothing from elsewhere, and no link into the project. */
export function sharePage({ event, type, trace, replay, expiresAt }: SharedEvent): string {
  const title = event.name || firstLine(event.body) || event.kind;
  const facts: [string, string][] = [
    ['Time', event.timestamp],
    ['Service', event.service],
    ['Environment', event.environment],
    ['Level', event.level],
    ['Kind', event.kind === 'span' ? event.spanKind : event.kind],
    ['Duration', event.kind === 'span' ? duration(BigInt(event.durationNs)) : ''],
    [
      'Status',
      event.kind === 'span' && event.status !== 'unset' ? `${event.status.toUpperCase()} ${event.statusMessage}` : '',
    ],
    ['Trace', event.traceId],
    ['Session', event.sessionId],
  ];
  return shell(
    title,
    `<small>${typeNames[type]}</small><h1 class="${event.errors ? 'error' : ''}">${html(title)}</h1>${table(facts)}
${event.body === '' ? '' : `<pre>${html(event.body)}</pre>`}
${event.exceptionType === '' && event.exceptionMessage === '' ? '' : `<h2>Exception</h2><p class="error">${html(`${event.exceptionType}: ${event.exceptionMessage}`)}</p>${event.exceptionStack === '' ? '' : `<pre>${html(event.exceptionStack)}</pre>`}`}
${section('Attributes', event.attributes)}${section('Resource', event.resource)}${trace === undefined ? '' : traceHtml(trace)}${replay === undefined ? '' : replayHtml(replay)}
<footer>This link works until ${html(expiresAt)}.</footer>`,
  );
}

const typeNames = { request: 'Shared request', log: 'Shared log record', span: 'Shared span' } as const;

/** What is said of a link that shows nothing. */
export function goneShare(message: string): string {
  return shell('Not available', `<h1>Not available</h1><p>${html(message)}</p>`);
}

function traceHtml(trace: TraceView): string {
  const total = Number(trace.duration) || 1;
  const spans = trace.spans.slice(0, spansShownMax);
  const rows = spans.map((span) => {
    const left = Math.min(100, Math.max(0, (Number(span.offset) / total) * 100));
    const width = Math.min(100 - left, Math.max(0.3, (Number(span.duration) / total) * 100));
    return `<li><div style="padding-left:min(${Math.min(span.depth, 20) * 0.75}rem,30vw)"><span class="${span.errors ? 'error' : ''}">${html(span.name)}</span> <small>${html(span.service)} · ${duration(span.duration)}</small>${logsHtml(span.logs)}</div><div class="bar"><i style="margin-left:${left.toFixed(2)}%;width:${width.toFixed(2)}%;background:${serviceColor(span.service)}"></i></div></li>`;
  });
  // What names none of the spans: all of it where a service sends its logs alone.
  const orphans = trace.orphan_logs.slice(0, orphansShownMax);
  const logsShown = spans.reduce((sum, { logs }) => sum + logs.length, orphans.length);
  return `<h2>Trace</h2><p>${trace.span_count} spans, ${trace.log_count} log records, ${trace.error_count} errors, ${duration(trace.duration)}</p><ol class="trace">${rows.join('')}</ol>${moreHtml(trace.span_count - spans.length, 'spans')}${logsHtml(orphans)}${moreHtml(trace.log_count - logsShown, 'log records')}`;
}

function logsHtml(logs: TraceView['orphan_logs']): string {
  const rows = logs.map(
    ({ level, body, errors }) => `<li class="${errors ? 'error' : ''}">${html(`${level} ${firstLine(body)}`)}</li>`,
  );
  return rows.length === 0 ? '' : `<ul>${rows.join('')}</ul>`;
}

function moreHtml(count: number, what: string): string {
  return count === 0 ? '' : `<p>${count} more ${what} are not shown.</p>`;
}

const recorderLoads = 1;
const recorderMeta = 4;
const recorderIncremental = 3;
/** What a person did, by the recorder's numbers: the rest is what the page did. */
const actions: Readonly<Record<number, string>> = { 2: 'mouse', 3: 'scroll', 5: 'input', 6: 'touch' };

function replayHtml({ session, events, rest }: NonNullable<SharedEvent['replay']>): string {
  const steps: string[] = [];
  let acts = new Map<string, number>();
  const flush = () => {
    if (acts.size > 0) steps.push(`<li>${[...acts].map(([what, times]) => `${times} × ${what}`).join(', ')}</li>`);
    acts = new Map();
  };
  for (const event of events) {
    const type = Number(jsonMember(event, 'type'));
    if (type === recorderMeta) {
      const href = jsonMember(jsonMember(event, 'data') ?? '', 'href');
      if (href?.startsWith('"') !== true) continue;
      flush();
      steps.push(`<li>page <code>${html(beginning(JSON.parse(href) as string, addressCharsMax))}</code></li>`);
    } else if (type === recorderLoads) {
      flush();
      steps.push('<li>page loaded</li>');
    } else if (type === recorderIncremental) {
      const act = actions[Number(jsonMember(jsonMember(event, 'data') ?? '', 'source'))];
      if (act !== undefined) acts.set(act, (acts.get(act) ?? 0) + 1);
    }
    if (steps.length >= replayStepsMax) break;
  }
  flush();
  return `<h2>Session replay</h2><p>${html(session.start)}, ${duration(BigInt(session.duration_ms) * 1_000_000n)}, ${rest === undefined ? '' : 'more than '}${events.length} recorded events</p><ol>${steps.join('')}</ol>`;
}

function section(title: string, values: Readonly<Record<string, string>>): string {
  const entries = Object.entries(values).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return entries.length === 0 ? '' : `<h2>${title}</h2>${table(entries)}`;
}

function table(rows: readonly (readonly [string, string])[]): string {
  const shown = rows.filter(([, value]) => value !== '');
  return `<table>${shown.map(([name, value]) => `<tr><th>${html(name)}</th><td>${html(value)}</td></tr>`).join('')}</table>`;
}

function duration(ns: bigint): string {
  if (ns < 1_000n) return `${ns} ns`;
  if (ns < 1_000_000n) return `${(Number(ns) / 1e3).toFixed(1)} µs`;
  if (ns < 1_000_000_000n) return `${(Number(ns) / 1e6).toFixed(1)} ms`;
  return `${(Number(ns) / 1e9).toFixed(2)} s`;
}

/** A change of direction in a name would turn around what stands behind it. */
function html(text: string): string {
  return escapeHtml(visible(text));
}

function firstLine(text: string): string {
  return beginning(text.split('\n', 1)[0] ?? '', lineCharsMax);
}

function shell(title: string, content: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><title>${html(title)}</title><style>${style}</style></head><body><main>${content}</main></body></html>`;
}

const style = `:root{color-scheme:light dark;--line:#8884}body{margin:0;font:16px/1.5 system-ui,sans-serif}main{max-width:60rem;margin:auto;padding:1rem}
h1{font-size:1.25rem;overflow-wrap:anywhere}h2{font-size:1.05rem;margin-top:2rem}pre{overflow:auto;padding:.75rem;background:#8881;border-radius:.25rem;white-space:pre-wrap;overflow-wrap:anywhere}
table{border-collapse:collapse;width:100%;font-size:.9rem}th,td{text-align:left;vertical-align:top;padding:.25rem .75rem .25rem 0;border-bottom:1px solid var(--line);overflow-wrap:anywhere}th{font-weight:500;min-width:7rem}
.error{color:#d33}.trace{list-style:none;padding:0}.trace>li{border-bottom:1px solid var(--line);padding:.2rem 0;overflow-wrap:anywhere}.trace ul{margin:0;font-size:.85rem}.bar{height:.35rem;background:#8882;border-radius:.2rem}.bar i{display:block;height:100%;border-radius:.2rem}footer{margin-top:2rem;opacity:.7;font-size:.85rem}`;
