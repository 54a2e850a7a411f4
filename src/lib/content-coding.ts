/** The coding that a header names: in small letters or large ones, and gzip as HTTP/1.0 called it. */
export function codingOf(given: string): string {
  const name = given.trim().toLowerCase();
  return name === 'x-gzip' ? 'gzip' : name;
}
