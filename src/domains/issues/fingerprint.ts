// Which exceptions are the same error? Those of one type, thrown from the same place of the application: line numbers,
// build hashes, versions and the names that compilers make up move with every deploy and do not count. Without frames of
// the application, those whose message differs in values only.

import { hashTexts, toHex } from '../../lib/hash64.ts';
import { scanLine } from '../../lib/log-tokens.ts';
import { dotnet } from './stacks/dotnet.ts';
import type { Frame, StackLanguage } from './stacks/frame.ts';
import { go } from './stacks/go.ts';
import { java } from './stacks/java.ts';
import { javascript } from './stacks/javascript.ts';
import { php } from './stacks/php.ts';
import { python } from './stacks/python.ts';
import { ruby } from './stacks/ruby.ts';

const fingerprintVersion = 1;
const stackCharsMax = 65_536;
const lineCharsMax = 512;
const framesMax = 6; // innermost frames of the application that count
const causesMax = 8;

export interface ExceptionSeen {
  service: string;
  type: string;
  message: string;
  stacktrace: string;
}

export interface Fingerprint {
  hash: string;
  /** What it was made of. */
  by: 'frames' | 'message';
  /** Where it was thrown, for people: the innermost frame of the application. */
  culprit: string;
}

const languages: readonly StackLanguage[] = [javascript, python, java, go, dotnet, php, ruby];

export function fingerprintOf({ service, type, message, stacktrace }: ExceptionSeen): Fingerprint {
  const { frames, causes } = readStack(stacktrace);
  const own = frames.filter((frame) => frame.inApp).map(textOf);
  const places = own.filter((place, i) => place !== own[i - 1]).slice(0, framesMax); // recursion is one place
  const isNamed = frames.some((frame) => frame.inApp && frame.function !== '');
  const parts = [service, type, ...causes, '', ...places];
  // Minified or missing: places alone say too little. A stack without any frame is what was said.
  const said = message === '' && frames.length === 0 ? stacktrace : message;
  if (!isNamed) parts.push('', normaliseMessage(said));
  const hash = toHex(hashTexts(fingerprintVersion, parts));
  return { hash, by: isNamed ? 'frames' : 'message', culprit: places[0] ?? '' };
}

/** Values of all kinds become one mark, as in the shapes of log lines. */
export function normaliseMessage(message: string): string {
  const line = scanLine(message);
  const decoder = new TextDecoder();
  const words: string[] = [];
  for (let i = 0; i < line.count; i++) {
    words.push(line.variable[i] === 1 ? '<*>' : decoder.decode(line.bytes.subarray(line.starts[i], line.ends[i])));
  }
  return words.join(' ');
}

function textOf(frame: Frame): string {
  if (frame.file === '') return frame.function;
  return frame.function === '' ? frame.file : `${frame.function} (${frame.file})`;
}

interface Stack {
  /** Of the root cause as far as it shows any of the application, innermost first. */
  frames: Frame[];
  /** Types along the chain of causes. */
  causes: string[];
}

export function readStack(stacktrace: string): Stack {
  const lines = stacktrace
    .slice(0, stackCharsMax)
    .split(/\r?\n/)
    .map((line) => line.slice(0, lineCharsMax));
  let best: Stack = { frames: [], causes: [] };
  let bestCount = 0;
  for (const language of languages) {
    const { sections, causes } = sectionsOf(language, lines);
    const count = sections.flat().length;
    if (count <= bestCount) continue;
    bestCount = count;
    const root = sections.find((section) => section.some((frame) => frame.inApp)) ?? sections[0] ?? [];
    best = { frames: root, causes };
  }
  return best;
}

/** Frames by exception, the root cause first. */
function sectionsOf(language: StackLanguage, lines: readonly string[]): { sections: Frame[][]; causes: string[] } {
  let section: Frame[] = [];
  const sections = [section];
  const causes: string[] = [];
  let rootIsLast = false;
  for (const [i, line] of lines.entries()) {
    const frame = language.frame(line, lines[i + 1] ?? '', lines[i - 1] ?? '');
    if (frame !== undefined) {
      section.push(frame);
      continue;
    }
    if (isNextOne(line) && sections.some(({ length }) => length > 0)) break;
    const cause = language.cause?.(line, section.length > 0);
    if (cause === undefined || causes.length === causesMax) continue;
    causes.push(cause.type);
    rootIsLast ||= cause.isDeeper;
    if (section.length > 0) {
      section = [];
      sections.push(section);
    }
  }
  const filled = sections.filter((each) => each.length > 0);
  for (const each of filled) if (!language.innermostFirst) each.reverse();
  return { sections: rootIsLast ? filled.reverse() : filled, causes };
}

/** Of the goroutines of a dump, and of the branches of a group, the first one counts. */
function isNextOne(line: string): boolean {
  return line.startsWith('goroutine ') || /^\s+\+-+ [2-9]/.test(line);
}
