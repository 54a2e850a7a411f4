import { createHash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const brand = 'cln_';
const secretLength = 24; // 142 random bits
const checksumLength = 6; // 62^6 > 2^32
const shape = new RegExp(`^${brand}[0-9A-Za-z]{${secretLength + checksumLength}}$`);
export const prefixLength = 12;

/** A new key: brand, random part, and a checksum that lets anyone (a secret scanner too) tell a typo from a key. */
export function generateKey(): string {
  const secret = Array.from({ length: secretLength }, () => alphabet[randomInt(alphabet.length)]).join('');
  return `${brand}${secret}${checksum(secret)}`;
}

/** What is stored and looked up, in hexadecimal; undefined for text that can be no key of ours. */
export function keyHash(key: string): string | undefined {
  if (!shape.test(key)) return undefined;
  const secret = key.slice(brand.length, -checksumLength);
  return key.endsWith(checksum(secret)) ? createHash('sha256').update(key).digest('hex') : undefined;
}

function checksum(secret: string): string {
  let rest = crc32(secret);
  let text = '';
  for (let digit = 0; digit < checksumLength; digit++) {
    text = alphabet.charAt(rest % alphabet.length) + text;
    rest = Math.floor(rest / alphabet.length);
  }
  return text;
}
