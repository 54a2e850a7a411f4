// One line of a stack trace, reduced to what stays the same from one deploy to the next.

export interface Frame {
  /** Without line numbers, lambda numbers and arguments; empty when it has no name. */
  function: string;
  /** The end of the file's path, without versions, hashes and release folders; empty where the function says it all. */
  file: string;
  /** Code of the application rather than of its libraries or its runtime. */
  inApp: boolean;
}

export interface Cause {
  type: string;
  /** What follows is the cause of what came before, rather than its consequence. */
  isDeeper: boolean;
}

export interface StackLanguage {
  /** Most languages print the innermost call first. */
  innermostFirst: boolean;
  /** A line, with those after and before it, which some languages need. Undefined: this is not a frame. */
  frame: (line: string, next: string, last: string) => Frame | undefined;
  /** Where a trace shows what caused what: the line that names the next exception. */
  cause?: (line: string, isBehindFrames: boolean) => Cause | undefined;
}

const fileSegmentsMax = 2;

/** The last folder and the name: absolute paths and release folders move, these do not. */
export function stableFile(path: string): string {
  const clean = path.replace(/^[a-z][a-z0-9+.-]*:\/*/i, '/').replace(/[?#].*$/, '');
  const segments = clean.split(/[/\\]/).filter((segment) => segment !== '' && segment !== '.');
  const name = segments.pop() ?? '';
  const folders = segments.filter((segment) => !isGenerated(segment));
  return [...folders.slice(1 - fileSegmentsMax), stableName(name)].join('/');
}

/** A release, a version, a hash: `20240229101112`, `v2.1.0`, `shop-1.4.2`, `3f2a91bc`. */
function isGenerated(segment: string): boolean {
  return /^v?\d[\w.-]*$|[@-]v?\d+(?:\.\d+)+|^[0-9a-f]{7,}$/i.test(segment);
}

/** `main.3f2a91bc.chunk.js`, `index-BxY12a3f.js`, `page-8f3a91bc22dd4455.js` are `main.chunk.js`, `index.js`, `page.js`. */
function stableName(name: string): string {
  const stem = name
    .replace(/-(?:[0-9a-f]{8,}|(?=[\w-]*[A-Z\d])[\w-]{8})(?=\.m?js$)/, '')
    .replace(/[-@_.]v?\d+(?:\.\d+)+/, '');
  const parts = stem.split('.');
  return parts
    .filter((part, i) => i === parts.length - 1 || !/^(?=.*\d)[0-9a-z]{5,}$|^[0-9a-f]{8,}$|^\d+$/i.test(part))
    .join('.');
}
