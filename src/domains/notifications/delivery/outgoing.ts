// The one door to addresses that users write down: nothing inside this network is reached through it.

import { lookup as systemLookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { Agent, request } from 'undici';
import { withinMs } from '../../../lib/within.ts';
import { isPublicAddress } from './public-address.ts';

export interface Post {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface OutgoingLimits {
  /** Ports that may be connected to. */
  readonly ports: readonly number[];
  /** For development: also private and loopback addresses, on any port. */
  readonly allowPrivate: boolean;
  /** Addresses of a name; the system's own resolver when left out. */
  readonly resolve?: (name: string) => Promise<readonly string[]>;
}

export type PostResult =
  | { readonly kind: 'answered'; readonly status: number; readonly retryAfter: string | null; readonly body: string }
  /** Never connected to, and never will be. */
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'unreachable'; readonly reason: string };

/** A resolver that is silent is asked again and again by the system, for minutes if it is told so. */
const resolveTimeoutMs = 5_000;
const connectTimeoutMs = 5_000;
const answerTimeoutMs = 10_000;
const answerBytesMax = 16_384;
const answerShownMax = 500;

export async function post({ url: text, headers, body }: Post, limits: OutgoingLimits): Promise<PostResult> {
  const checked = checkUrl(text, limits);
  if ('refused' in checked) return { kind: 'refused', reason: checked.refused };
  const { url } = checked;
  const found = await addressesOf(url.hostname, limits.resolve ?? resolveName);
  if ('failed' in found) return { kind: 'unreachable', reason: found.failed };
  const judged = found.addresses.map((address) => ({ address, family: isIP(address) }));
  const [first] = judged;
  if (first === undefined) return { kind: 'unreachable', reason: `${url.hostname} has no address` };
  if (!limits.allowPrivate && !found.addresses.every(isPublicAddress)) {
    return {
      kind: 'refused',
      reason: `${url.hostname} is not on the public internet (COLONNADE_ALLOW_PRIVATE_WEBHOOKS)`,
    };
  }
  // Connects to the very addresses that were judged: a name that changes its mind in between changes nothing. Of several one
  // may be down, or of a family that this network has no way to: each has its part of the time.
  const agent = new Agent({
    connections: 1,
    pipelining: 0,
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: Math.floor(connectTimeoutMs / judged.length),
    connect: {
      timeout: connectTimeoutMs,
      lookup: (_name, options, done) =>
        options.all === true ? done(null, judged) : done(null, first.address, first.family),
    },
  });
  try {
    const answer = await request(url, {
      method: 'POST',
      dispatcher: agent,
      headers: { ...headers, 'user-agent': 'Colonnade-Notifications/1' },
      body,
      headersTimeout: answerTimeoutMs,
      bodyTimeout: answerTimeoutMs,
      signal: AbortSignal.timeout(answerTimeoutMs),
    });
    const retryAfter = answer.headers['retry-after'];
    return {
      kind: 'answered',
      status: answer.statusCode,
      retryAfter: typeof retryAfter === 'string' ? retryAfter : null,
      body: (await readSome(answer.body)).slice(0, answerShownMax),
    };
  } catch (error) {
    return { kind: 'unreachable', reason: reasonOf(error) };
  } finally {
    await agent.destroy();
  }
}

function checkUrl(text: string, limits: OutgoingLimits): { url: URL } | { refused: string } {
  if (!URL.canParse(text)) return { refused: 'it is not a URL' };
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return { refused: 'only https and http are spoken' };
  if (url.username !== '' || url.password !== '') return { refused: 'it has a user or a password in it' };
  const port = url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port);
  if (!limits.allowPrivate && !limits.ports.includes(port))
    return { refused: `port ${port} is not allowed (COLONNADE_WEBHOOK_PORTS)` };
  url.hash = '';
  return { url };
}

async function addressesOf(
  hostname: string,
  resolve: (name: string) => Promise<readonly string[]>,
): Promise<{ addresses: readonly string[] } | { failed: string }> {
  const literal = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
  if (isIP(literal) !== 0) return { addresses: [literal] };
  try {
    return { addresses: await withinMs(resolve(hostname), resolveTimeoutMs) };
  } catch {
    return { failed: `${hostname} could not be resolved` };
  }
}

async function resolveName(name: string): Promise<string[]> {
  return (await systemLookup(name, { all: true })).map(({ address }) => address);
}

/** The beginning of an answer; a receiver that sends without end is hung up on. */
async function readSome(body: AsyncIterable<Uint8Array>): Promise<string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const part of body) {
      parts.push(part);
      if ((bytes += part.length) > answerBytesMax) break;
    }
  } catch {
    // The status has come: that is what counts.
  }
  return Buffer.concat(parts).toString('utf8');
}

function reasonOf(error: unknown): string {
  const { code, name, message } = error as NodeJS.ErrnoException;
  if (name === 'TimeoutError' || code?.includes('TIMEOUT') === true) return 'it did not answer in time';
  // The codes of the client say nothing to anybody; those of the system are what is looked up.
  return code === undefined || code.startsWith('UND_') ? message : code;
}
