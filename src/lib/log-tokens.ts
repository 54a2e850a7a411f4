// Cuts a log line into tokens, says which of them are variable, and hashes the others on the way. One pass over bytes,
// no regular expression, no object per token: the answer is written into three typed arrays that every call reuses.

import type { Hash64 } from './hash64.ts';
import { finishHash, nextHi, nextLo, startHash } from './hash64.ts';
import { lookUpWord, wordTrie } from './word-trie.ts';

export const scanBytesMax = 8192;
const scanTokensMax = 256;
const constantBytesMax = 64;
const hexBytesMin = 8;

/** Valid until the next call of `scanLine`. A run of variables is one token; what it swallowed lies inside it. */
export interface LineTokens {
  /** The scanner's own copy: what it points to outlives the call, and the text's may be a part of a block of 64 MiB. */
  readonly bytes: Uint8Array;
  /** Where the scanned line ends in the bytes. */
  end: number;
  count: number;
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  readonly variable: Uint8Array;
  /** Of the seed and the tokens: what is variable counts as itself, whatever its value. Zero lanes where there are none. */
  readonly hash: Hash64;
}

const SEPARATOR = 1; // always ends a token
const RUN = 2; // . - ~ * # end a token only when two or more stand together
const MARK = 4; // digit or @: the token is variable
const SLASH = 8;
const NOT_HEX = 16;
const UPPER = 32;
const DOT = 64;
const PATH_END = 128; // white space, quote or bracket

const kinds = new Uint8Array(256);
for (let byte = 0; byte < 256; byte++) kinds[byte] = NOT_HEX;
for (let byte = 0; byte <= 32; byte++) kinds[byte] = SEPARATOR | PATH_END;
for (const char of ':,;|!?&=') kinds[char.charCodeAt(0)] = SEPARATOR;
for (const char of '()[]{}<>`"\'') kinds[char.charCodeAt(0)] = SEPARATOR | PATH_END;
for (const char of '.-~*#') kinds[char.charCodeAt(0)] = RUN | NOT_HEX;
for (const char of '0123456789') kinds[char.charCodeAt(0)] = MARK;
for (const char of 'abcdef') kinds[char.charCodeAt(0)] = 0;
for (const char of 'ABCDEF') kinds[char.charCodeAt(0)] = UPPER;
for (const char of 'GHIJKLMNOPQRSTUVWXYZ') kinds[char.charCodeAt(0)] = UPPER | NOT_HEX;
kinds[0x40] = MARK | NOT_HEX;
kinds[0x2e] = RUN | NOT_HEX | DOT;
kinds[0x2f] = SLASH | NOT_HEX;
kinds[0x5c] = SLASH | NOT_HEX;

const UNIT = 1;
const ZONE = 2;
const MONTH = 3;
const WEEKDAY = 4;
const words = wordTrie([
  [UNIT, 'b kb mb gb tb pb kib mib gib tib byte bytes bit bits kbit mbit kb/s mb/s gb/s b/s bps kbps mbps gbps'],
  [UNIT, 'ns us ms s sec secs second seconds msec msecs usec usecs nsec nsecs min mins minute minutes h hr hrs hour'],
  [UNIT, 'hours d day days week weeks month months year years nanosecond nanoseconds microsecond microseconds'],
  [UNIT, 'millisecond milliseconds hz khz mhz ghz % percent pct am pm'],
  [
    ZONE,
    'utc gmt est edt cst cdt mst mdt pst pdt wet west cet cest eet eest msk bst ist jst kst hkt sgt aest aedt nzst',
  ],
  [MONTH, 'jan feb mar apr may jun jul aug sep sept oct nov dec january february march april june july august'],
  [MONTH, 'september october november december'],
  [WEEKDAY, 'mon tue tues wed thu thur thurs fri sat sun monday tuesday wednesday thursday friday saturday sunday'],
]);

// Left out on purpose: endings that are words or file names more often than domains (app, in, it, md, py, sh, so …).
const domains = wordTrie([
  [1, 'com net org edu gov mil int info biz io dev cloud arpa local localhost localdomain internal lan corp home'],
  [1, 'uk de fr jp cn ru br nl se ch au ca us kr tw hk sg mx ar cz eu ua vn tr gr hu ro pt fi dk nz za il ir th pl'],
]);

/** What stands for a variable in the hash; both cannot stand in a token: control characters separate. */
const variableByte = 1;
const tokenEndByte = 0;

const scratch = new Uint8Array(scanBytesMax);
const encoder = new TextEncoder();
const result: LineTokens = {
  bytes: scratch,
  end: 0,
  count: 0,
  starts: new Int32Array(scanTokensMax),
  ends: new Int32Array(scanTokensMax),
  variable: new Uint8Array(scanTokensMax),
  hash: { hi: 0, lo: 0 },
};

/** The first line that holds a token, of the first 8 KB. A string and its UTF-8 bytes give the same tokens. */
export function scanLine(text: string | Uint8Array, seed = 0): LineTokens {
  let end: number;
  if (typeof text === 'string') {
    end = encoder.encodeInto(text.length > scanBytesMax ? text.slice(0, scanBytesMax) : text, scratch).written;
  } else {
    end = wholeCharacters(text, 0, text.length);
    scratch.set(text.subarray(0, end));
  }
  hashLine(scratch, 0, end, seed);
  return result;
}

/** The hash alone, of the text between two places; valid until the next call. */
export function hashLine(bytes: Uint8Array, from: number, to: number, seed: number): Readonly<Hash64> {
  const end = wholeCharacters(bytes, from, to);
  if (!cut(bytes, from, end, seed)) cut(scratch, 0, withoutEscapes(bytes, from, end), seed);
  return result.hash;
}

/** False at the first escape character: the line is to be cut again without them. */
function cut(bytes: Uint8Array, from: number, end: number, seed: number): boolean {
  const { starts, ends, variable, hash } = result;
  // Inside a loop the engine looks names of modules up each time, and takes a number for an integer only where it sees
  // that it is one.
  const kindOf = kinds;
  const mixHi = nextHi;
  const mixLo = nextLo;
  startHash(hash, seed);
  let hi = hash.hi | 0;
  let lo = hash.lo | 0;
  let count = 0;
  noAddressBefore = from;
  let calendarWords = 0; // how many of the last tokens are weekdays or months that wait for a number
  let calendarHi = 0; // the hash before the first of them
  let calendarLo = 0;
  let i = from | 0;
  while (i < end) {
    const first = bytes[i] as number;
    const firstKind = kindOf[first] as number;
    if ((firstKind & SEPARATOR) !== 0) {
      if (first === 0x1b) return false;
      if (first === 10 && count > 0) break;
      i++;
      continue;
    }
    if ((firstKind & RUN) !== 0 && isRun(bytes, i, end)) {
      do i++;
      while (i < end && ((kindOf[bytes[i] ?? 0] ?? 0) & RUN) !== 0);
      continue;
    }
    if (first === 0x5c && i + 1 < end && isQuote(bytes[i + 1] ?? 0)) {
      i += 2;
      continue;
    }

    let start = i;
    let seen = 0;
    let slashes = 0;
    let isVariable: boolean;
    // As if it were constant, while its bytes are at hand: what is variable is one byte to the hash instead.
    let constantHi = hi;
    let constantLo = lo;
    if ((firstKind & SLASH) !== 0 || (first === 0x7e && bytes[i + 1] === 0x2f && i + 1 < end)) {
      i = pathEnd(bytes, i, end) | 0;
      isVariable = true;
    } else {
      while (i < end) {
        const byte = bytes[i] as number;
        const kind = kindOf[byte] as number;
        if ((kind & (SEPARATOR | RUN | SLASH)) !== 0) {
          if ((kind & SEPARATOR) !== 0) break;
          if ((kind & RUN) !== 0) {
            if (isRun(bytes, i, end)) break;
          } else if (byte === 0x2f) slashes++;
          else if (i + 1 < end && isQuote(bytes[i + 1] ?? 0)) break;
          else slashes += 2;
        }
        seen |= kind;
        constantHi = mixHi(constantHi, byte);
        constantLo = mixLo(constantLo, byte);
        i++;
      }
      const beyond = i < end && bytes[i] === 0x3a ? beyondColon(bytes, start, i, end, (seen & NOT_HEX) === 0) | 0 : 0;
      if (beyond > 0) i = beyond;
      isVariable =
        (seen & MARK) !== 0 ||
        beyond > 0 ||
        i - start > constantBytesMax ||
        // A word, as most are, has nothing of this.
        ((seen & (NOT_HEX | SLASH | DOT)) !== NOT_HEX &&
          (((seen & NOT_HEX) === 0 && i - start >= hexBytesMin) ||
            slashes > 1 ||
            ((seen & DOT) !== 0 && (slashes === 1 || isHost(bytes, start, i, end, (seen & UPPER) !== 0)))));
    }

    if (isVariable) {
      if (calendarWords > 0) {
        count -= calendarWords;
        start = starts[count] as number;
        calendarWords = 0;
        hi = calendarHi;
        lo = calendarLo;
      }
      if (count > 0 && variable[count - 1] === 1) {
        ends[count - 1] = i;
        continue;
      }
    } else {
      // Behind a constant only a weekday or month is of interest, and that has a capital.
      const isBehind = count > 0 && variable[count - 1] === 1;
      const word = isBehind || (firstKind & UPPER) !== 0 ? wordOf(bytes, start, i, end, (seen & UPPER) !== 0) : 0;
      if (isBehind && word !== 0 && word !== WEEKDAY) {
        ends[count - 1] = i;
        continue;
      }
      if (word !== MONTH && word !== WEEKDAY) calendarWords = 0;
      else if (++calendarWords === 1) {
        calendarHi = hi;
        calendarLo = lo;
      }
    }
    if (count === scanTokensMax) {
      i = start;
      break;
    }
    hi = mixHi(isVariable ? mixHi(hi, variableByte) : constantHi, tokenEndByte);
    lo = mixLo(isVariable ? mixLo(lo, variableByte) : constantLo, tokenEndByte);
    starts[count] = start;
    ends[count] = i;
    variable[count] = isVariable ? 1 : 0;
    count++;
  }
  result.count = count;
  result.end = i;
  hash.hi = count === 0 ? 0 : hi;
  hash.lo = count === 0 ? 0 : lo;
  if (count > 0) finishHash(hash);
  return true;
}

function isRun(bytes: Uint8Array, at: number, end: number): boolean {
  return at + 1 < end && ((kinds[bytes[at + 1] ?? 0] ?? 0) & RUN) !== 0;
}

function isQuote(byte: number): boolean {
  return byte === 0x22 || byte === 0x27;
}

function pathEnd(bytes: Uint8Array, from: number, end: number): number {
  let i = from + 1;
  while (i < end && ((kinds[bytes[i] ?? 0] ?? 0) & PATH_END) === 0) i++;
  return i;
}

/** Where a token ends that goes on after its colon: an address, a URL or a path. 0: it does not. */
function beyondColon(bytes: Uint8Array, start: number, colon: number, end: number, isHex: boolean): number {
  const mayBe = isHex && colon - start <= addressGroupMax && start >= noAddressBefore;
  const address = mayBe ? addressEnd(bytes, start, end) : 0;
  return address === 0 && startsPath(bytes, start, colon, end) ? pathEnd(bytes, colon, end) : address;
}

/** At a colon: `scheme://` or a drive letter before a slash. */
function startsPath(bytes: Uint8Array, start: number, colon: number, end: number): boolean {
  if (colon + 1 >= end) return false;
  const next = bytes[colon + 1];
  if (colon - start === 1) return (next === 0x5c || next === 0x2f) && isLetter(bytes[start] ?? 0);
  return next === 0x2f && colon + 2 < end && bytes[colon + 2] === 0x2f;
}

const addressGroupMax = 4;
const addressGroupsMin = 3;
/** Up to here the line at hand was searched in vain: a part of what is no address is none either. */
let noAddressBefore = 0;

/** The end of a MAC or IPv6 address: groups of hex digits between colons, one of which holds a digit. 0: none here. */
function addressEnd(bytes: Uint8Array, start: number, end: number): number {
  let groups = 0;
  let marks = 0;
  let length = 0;
  let i = start;
  for (; i < end; i++) {
    const byte = bytes[i] ?? 0;
    const kind = kinds[byte] ?? 0;
    if (byte === 0x3a) {
      groups++;
      length = 0;
      continue;
    }
    if ((kind & (NOT_HEX | SEPARATOR | RUN)) !== 0) break;
    marks |= kind & MARK;
    if (++length > addressGroupMax) break;
  }
  noAddressBefore = i;
  if (length > addressGroupMax || (i < end && isLetter(bytes[i] ?? 0))) return 0;
  if (bytes[i - 1] === 0x3a) i--;
  else groups++;
  if (groups < addressGroupsMin || marks === 0) return 0;
  while (i < end && ((kinds[bytes[i] ?? 0] ?? 0) & SEPARATOR) === 0) i++; // a zone or a prefix length
  return i;
}

function isLetter(byte: number): boolean {
  return (byte | 32) >= 97 && (byte | 32) <= 122;
}

/** A dotted name before `:digits`, or a lower-case one under a known top-level domain. */
function isHost(bytes: Uint8Array, start: number, tokenEnd: number, end: number, hasUpper: boolean): boolean {
  if (tokenEnd + 1 < end && bytes[tokenEnd] === 0x3a && isDigit(bytes[tokenEnd + 1] ?? 0)) return true;
  if (hasUpper) return false;
  const last = bytes[tokenEnd - 1] === 0x2e ? tokenEnd - 1 : tokenEnd;
  let label = last;
  while (label > start && bytes[label - 1] !== 0x2e) label--;
  return label > start + 1 && lookUpWord(domains, bytes, label, last) !== 0;
}

function isDigit(byte: number): boolean {
  return byte >= 48 && byte <= 57;
}

const wordBytesMax = 13;

function wordOf(bytes: Uint8Array, start: number, tokenEnd: number, end: number, hasUpper: boolean): number {
  const last = bytes[tokenEnd - 1] === 0x2e ? tokenEnd - 1 : tokenEnd;
  if (last - start > wordBytesMax) return 0;
  const word = lookUpWord(words, bytes, start, last);
  if (word === 0) return 0;
  if (word === UNIT) return tokenEnd < end && bytes[tokenEnd] === 0x3d ? 0 : word; // `min=` is a key, not a unit
  return hasUpper && ((kinds[bytes[start] ?? 0] ?? 0) & UPPER) !== 0 ? word : 0; // "may", "sun" and "west" are words
}

/** How many of the first bytes to read, so that no character is cut in half. */
function wholeCharacters(bytes: Uint8Array, from: number, to: number): number {
  const most = from + scanBytesMax;
  if (to <= most) return to;
  let end = most;
  while (end > most - 4 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end--;
  return end;
}

/** Copies to the scratch bytes without ANSI escape sequences, as if they had never been written. */
function withoutEscapes(bytes: Uint8Array, from: number, end: number): number {
  let to = 0;
  let i = from;
  while (i < end) {
    const byte = bytes[i] ?? 0;
    if (byte !== 0x1b) {
      scratch[to++] = byte;
      i++;
      continue;
    }
    const kind = bytes[i + 1] ?? 0;
    i += 2;
    if (kind === 0x5b) {
      while (i < end && ((bytes[i] ?? 0) < 0x40 || (bytes[i] ?? 0) > 0x7e)) i++;
      i++;
    } else if (kind === 0x5d) {
      while (i < end && bytes[i] !== 0x07 && bytes[i] !== 0x1b) i++;
      i += bytes[i] === 0x1b ? 2 : 1;
    }
  }
  return to;
}
