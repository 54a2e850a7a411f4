export function base64(bytes: Uint8Array, start: number, end: number): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString('base64');
}

/** Of either alphabet, padded or not; undefined for a text that is none. */
export function bytesOfBase64(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64');
  const digits = text.replace(/={1,2}$/, '').length;
  // Node.js leaves out what is none.
  return digits % 4 === 1 || bytes.length !== Math.floor((digits * 3) / 4) ? undefined : bytes;
}
