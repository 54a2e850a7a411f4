// Finds the message of a JSON object without parsing the object: bodies may be large, and only one value matters.

import { scanBytesMax } from './log-tokens.ts';

// Best first: a template beats the text made from it.
const messageKeys = ['messageTemplate', '@mt', '{OriginalFormat}', 'message', 'msg', 'log', 'event', 'error'];
const depthMax = 3;
const decoder = new TextDecoder();

/** What of a body is scanned for its shape: a JSON object's message, else the body. */
export function textToScan(body: string | Uint8Array): string | Uint8Array {
  return (typeof body === 'string' ? body.charCodeAt(0) : body[0]) === 0x7b ? (messageOfJson(body) ?? body) : body;
}

/** The message-like value, else the sorted keys, of what the first 8 KB show; undefined when it is no JSON object. */
function messageOfJson(text: string | Uint8Array): string | undefined {
  const bytes =
    typeof text === 'string' ? Buffer.from(text.slice(0, scanBytesMax), 'utf8') : text.subarray(0, scanBytesMax);
  const wasCut = text.length > scanBytesMax;
  return messageAt(bytes, 0, wasCut, 1);
}

function messageAt(bytes: Uint8Array, open: number, wasCut: boolean, depth: number): string | undefined {
  const keys: string[] = [];
  let bestRank = messageKeys.length;
  let best: string | undefined;
  let i = open + 1;
  let closed = false;
  while (i < bytes.length) {
    i = skipSpace(bytes, i);
    if (bytes[i] === 0x7d && keys.length === 0) {
      closed = true;
      break;
    }
    if (bytes[i] !== 0x22) break;
    const keyEnd = stringEnd(bytes, i);
    if (keyEnd === -1) break;
    const key = stringOf(bytes, i, keyEnd);
    const colon = skipSpace(bytes, keyEnd);
    if (bytes[colon] !== 0x3a) return undefined;
    const value = skipSpace(bytes, colon + 1);
    keys.push(key);
    const valueEnd = endOfValue(bytes, value);
    const rank = messageKeys.indexOf(key);
    if (rank !== -1 && rank < bestRank) {
      let message: string | undefined;
      if (bytes[value] === 0x22) message = stringOf(bytes, value, valueEnd === -1 ? bytes.length : valueEnd);
      else if (bytes[value] === 0x7b && depth < depthMax) message = messageAt(bytes, value, wasCut, depth + 1);
      if (message !== undefined && message.trim() !== '') {
        best = message;
        bestRank = rank;
      }
    }
    if (valueEnd === -1) break;
    i = skipSpace(bytes, valueEnd);
    if (bytes[i] === 0x7d) {
      closed = true;
      break;
    }
    if (bytes[i] !== 0x2c) break;
    i++;
  }
  if (!wasCut && (!closed || (depth === 1 && skipSpace(bytes, i + 1) < bytes.length))) return undefined;
  if (keys.length === 0) return undefined;
  return best ?? keys.sort().join(' ');
}

function skipSpace(bytes: Uint8Array, from: number): number {
  let i = from;
  while (i < bytes.length && (bytes[i] ?? 0) <= 32) i++;
  return i;
}

/** Past the closing quote, -1 when there is none. */
function stringEnd(bytes: Uint8Array, open: number): number {
  for (let i = open + 1; i < bytes.length; i++) {
    if (bytes[i] === 0x5c) i++;
    else if (bytes[i] === 0x22) return i + 1;
  }
  return -1;
}

function stringOf(bytes: Uint8Array, open: number, end: number): string {
  const quoted = decoder.decode(bytes.subarray(open, end));
  const inner = quoted.endsWith('"') && quoted.length > 1 ? quoted.slice(1, -1) : quoted.slice(1);
  if (!inner.includes('\\')) return inner;
  try {
    const parsed: unknown = JSON.parse(quoted);
    return typeof parsed === 'string' ? parsed : inner;
  } catch {
    return inner; // cut off, or a bad escape: still good enough to name a shape
  }
}

/** Past a value of any kind, -1 when it does not end. */
function endOfValue(bytes: Uint8Array, from: number): number {
  if (bytes[from] === 0x22) return stringEnd(bytes, from);
  let depth = 0;
  for (let i = from; i < bytes.length; i++) {
    const byte = bytes[i];
    if (byte === 0x22) {
      const end = stringEnd(bytes, i);
      if (end === -1) return -1;
      i = end - 1;
    } else if (byte === 0x7b || byte === 0x5b) depth++;
    else if (byte === 0x7d || byte === 0x5d) {
      if (depth === 0) return i;
      depth--;
      if (depth === 0) return i + 1;
    } else if (byte === 0x2c && depth === 0) return i;
  }
  return -1;
}
