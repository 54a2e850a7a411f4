// From what spans say about HTTP requests to the endpoints of the catalog: same route, same endpoint, whatever the ids.

import { hashTexts } from '../../lib/hash64.ts';
import type { Hash64 } from '../../lib/hash64.ts';

const endpointHashVersion = 1;
const pathCharsMax = 2048;
const segmentsMax = 32;
const segmentCharsMax = 64;

export interface HttpRequest {
  method: string;
  /** `http.route`: what the framework says wins over anything guessed from a path. */
  route?: string | undefined;
  /** A path or a whole URL, with or without a query. */
  path?: string | undefined;
  host?: string | undefined;
  service?: string | undefined;
  outgoing: boolean;
  status?: number | undefined;
}

export interface Endpoint {
  method: string;
  path: string;
  host: string;
  service: string;
  outgoing: boolean;
}

/** Undefined where a span names no endpoint: no method, nothing to name it by, or a 404 that no route answered. */
export function endpointOf(request: HttpRequest): Endpoint | undefined {
  const method = request.method.toUpperCase();
  if (!isMethod(method)) return undefined;
  let path: string;
  if (request.route !== undefined && request.route !== '') path = normaliseRoute(request.route);
  else if (request.path === undefined || request.path === '' || request.status === 404) return undefined;
  else path = normalisePath(request.path);
  const host = (request.host ?? hostOf(request.path ?? '')).toLowerCase();
  return { method, path, host, service: request.service ?? '', outgoing: request.outgoing };
}

/** Names an endpoint within its project. Hosts tell outgoing calls apart; a service answers under any number of names. */
export function endpointHash(endpoint: Endpoint): Hash64 {
  const direction = endpoint.outgoing ? 'out' : 'in';
  const host = endpoint.outgoing ? endpoint.host : '';
  return hashTexts(endpointHashVersion, [direction, endpoint.service, host, endpoint.method, endpoint.path]);
}

/** A hash, as a decimal number, the way the field `hashes` of its spans has it. */
export function shownHash(hash: string): string {
  return `endpoint:${BigInt(hash).toString(16).padStart(16, '0')}`;
}

function isMethod(text: string): boolean {
  return /^[A-Z][A-Z_-]{1,15}$/.test(text);
}

/** A route keeps its own placeholders; only what is no part of a path goes. */
function normaliseRoute(route: string): string {
  const path = route.slice(0, pathCharsMax).trim();
  return withoutTrailingSlash(path.startsWith('/') ? path : `/${path}`);
}

export function normalisePath(pathOrUrl: string): string {
  const path = pathOf(pathOrUrl.slice(0, pathCharsMax));
  const segments: string[] = [];
  for (const raw of path.split('/')) {
    if (raw === '') continue;
    if (segments.length === segmentsMax) break;
    segments.push(normaliseSegment(raw));
  }
  return `/${segments.join('/')}`;
}

function pathOf(pathOrUrl: string): string {
  const end = pathOrUrl.search(/[?#]/);
  const text = end === -1 ? pathOrUrl : pathOrUrl.slice(0, end);
  const scheme = /^[a-z][a-z0-9+.-]*:\/\//i.exec(text);
  if (scheme === null) return text;
  const slash = text.indexOf('/', scheme[0].length);
  return slash === -1 ? '/' : text.slice(slash);
}

/** As it stands in a URL, with its port. */
export function hostOf(url: string): string {
  const match = /^[a-z][a-z0-9+.-]*:\/\/(?:[^/?#@]*@)?([^/?#]*)/i.exec(url.slice(0, pathCharsMax));
  return match?.[1] ?? '';
}

function withoutTrailingSlash(path: string): string {
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

function normaliseSegment(raw: string): string {
  const matrix = raw.indexOf(';');
  const segment = decoded(matrix > 0 ? raw.slice(0, matrix) : raw);
  if (uuid.test(segment)) return '{uuid}';
  return isGenerated(segment) ? '{param}' : segment;
}

function decoded(segment: string): string {
  if (!segment.includes('%')) return segment;
  try {
    const text = decodeURIComponent(segment);
    return text.includes('/') ? segment : text;
  } catch {
    return segment;
  }
}

// Names that only look like ids: versions, and words of the trade that end in digits.
const version = /^v\d{1,4}(?:[._]\d{1,4}){0,3}(?:-?(?:alpha|beta|rc|preview)\d{0,3})?$/i;
const knownNames =
  /^(?:sha(?:1|224|256|384|512)|md5|x509|base(?:32|58|64)|h26[45]|iso8601|rfc\d+|utf-?(?:8|16)|oauth[12]|error-?[45]\d\d|[45]\d\d\.html?)$/i;
const date = /^\d{4}-\d{1,2}(?:-\d{1,2})?(?:T[\d:.Z+-]*)?$/;
const address = /^\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?$/;

function isGenerated(segment: string): boolean {
  if (segment.length > segmentCharsMax) return true;
  if (/^[{:<[*]/.test(segment)) return false; // a placeholder that a client sent as it is
  if (segment.includes('@') && segment.includes('.')) return true;
  if (!/\d/.test(segment)) return /^[a-f]{16,}$/i.test(segment) || looksRandom(segment);
  if (version.test(segment) || knownNames.test(segment)) return false;
  if (/^[+-]?[\d.,:_-]+$/.test(segment) || date.test(segment) || address.test(segment)) return true;
  if (/^(?:0x)?[0-9a-f]{7,}$/i.test(segment)) return true;
  const parts = segment.split(/[-_.~:=,+ ]/);
  return parts.length > 1 ? parts.some(isIdPart) : isIdPart(segment);
}

/** One word between punctuation: `1042`, `3f2a91bc`, `user1042`, `01HV3Z…`; not `s3`, `ipv4`, `top10`, `k8s`. */
function isIdPart(part: string): boolean {
  if (!/\d/.test(part) || knownNames.test(part) || version.test(part)) return false;
  const digits = part.replace(/\D/g, '').length;
  if (digits === part.length) return digits >= 3;
  if (digits >= 3) return true;
  return part.length >= 8 && (part.match(/[a-z](?=\d)|\d(?=[a-z])/gi) ?? []).length >= 2;
}

/** Letters only, as in base64 ids: upper and lower case change places more often than words do. */
function looksRandom(segment: string): boolean {
  if (segment.length < 16 || !/^[A-Za-z_-]+$/.test(segment)) return false;
  const swaps = (segment.match(/[a-z](?=[A-Z])|[A-Z](?=[A-Z][a-z])/g) ?? []).length;
  return swaps * 4 >= segment.length;
}
