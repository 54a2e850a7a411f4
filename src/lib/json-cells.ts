/**
 * The cells of one JSON array, or the members of an object, each as the text it has there: what passes through keeps all
 * its digits, and is not built up as objects only to be printed again.
 */
export function jsonCells(line: string): string[] {
  const cells: string[] = [];
  let depth = 0;
  let start = 1;
  for (let at = 0; at < line.length; at++) {
    switch (line.charCodeAt(at)) {
      case quote:
        at = endOfString(line, at);
        break;
      case openBracket:
      case openBrace:
        depth++;
        break;
      case closeBrace:
      case closeBracket:
        depth--;
        if (depth === 0 && at > start) cells.push(line.slice(start, at));
        break;
      case comma:
        if (depth === 1) {
          cells.push(line.slice(start, at));
          start = line.charCodeAt(at + 1) === space ? at + 2 : at + 1;
        }
        break;
      default:
    }
  }
  return cells;
}

/** The text of what an object has under a name, of several the last; undefined for what is no object or has none. */
export function jsonMember(json: string, name: string): string | undefined {
  if (json.charCodeAt(0) !== openBrace) return undefined;
  const key = `${JSON.stringify(name)}:`;
  return jsonCells(json)
    .findLast((member) => member.startsWith(key))
    ?.slice(key.length);
}

const space = 0x20;
const quote = 0x22;
const comma = 0x2c;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const backslash = 0x5c;

/** Where the string that begins at `at` ends: the next quote with an even number of backslashes before it. */
function endOfString(line: string, at: number): number {
  let end = line.indexOf('"', at + 1);
  while (end !== -1) {
    let slashes = 0;
    while (line.charCodeAt(end - 1 - slashes) === backslash) slashes++;
    if (slashes % 2 === 0) return end;
    end = line.indexOf('"', end + 1);
  }
  return line.length;
}
