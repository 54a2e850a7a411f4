import { restOf } from '../clickhouse/casts.ts';
import { jsonString } from '../clickhouse/json.ts';
import { call, choose, infix, literal, NULL } from '../clickhouse/sql-ast.ts';
import { arg, equals, less, optional, over, param, plus, scalar, text } from './lowering.ts';
import type { Call, ScalarFunction } from './registry.ts';
import { mapped } from './strings.ts';

/* Other spellings of a text: URLs, Base64, hashes, hexadecimal digits. */

const urlEncode = mapped(
  'url_encode',
  'encodeURLFormComponent',
  'Escapes a text for a URL, blanks as +.',
  'print url_encode("a b")',
);

const urlEncodeComponent = mapped(
  'url_encode_component',
  'encodeURLComponent',
  'Escapes a text for a part of a URL.',
  'print url_encode_component("a b/c")',
);

const urlDecode = mapped(
  'url_decode',
  'decodeURLComponent',
  'Takes the escapes of a URL away.',
  'print url_decode("a%20b")',
);

const base64Encode = mapped(
  'base64_encode_tostring',
  'base64Encode',
  'Base64 of a text.',
  'print base64_encode_tostring("Kusto")',
  undefined,
  ['base64_encodestring'],
);

const base64Decode = scalar({
  name: 'base64_decode_tostring',
  aliases: ['base64_decodestring'],
  params: [text],
  returns: 'string',
  nulls: 'fallible',
  lower: (args) => {
    const decoded = call('tryBase64Decode', arg(args, 0));
    const valid = infix(
      'AND',
      call('isValidUTF8', decoded),
      infix('OR', infix('!=', decoded, literal('')), equals(arg(args, 0), literal(''))),
    );
    return choose(valid, decoded, NULL);
  },
  doc: 'The text of Base64; null when it is none.',
  example: 'print base64_decode_tostring("S3VzdG8=")',
});

const base64ToArray = scalar({
  name: 'base64_decode_toarray',
  params: [text],
  returns: 'dynamic',
  lower: (args) => {
    const bytes = call('tryBase64Decode', call('assumeNotNull', arg(args, 0)));
    const codes = over(
      'arrayMap',
      'i',
      (i) => call('reinterpretAsUInt8', call('substring', bytes, i, literal(1))),
      call('range', literal(1), plus(call('length', bytes), literal(1))),
    );
    return choose(call('isNull', arg(args, 0)), NULL, jsonString(codes));
  },
  doc: 'The bytes of Base64 as an array of numbers.',
  example: 'print base64_decode_toarray("S3VzdG8=")',
});

const hashed = (name: string, sql: string, doc: string): ScalarFunction =>
  scalar({
    name,
    params: [text],
    returns: 'string',
    lower: (args) => call('lower', call('hex', call(sql, arg(args, 0)))),
    doc,
    example: `print ${name}("World")`,
  });

export const hash = scalar({
  name: 'hash',
  aliases: ['hash_xxhash64'],
  params: [text, optional('modulus', 'int')],
  returns: 'long',
  lower: (args) => {
    const value = call('reinterpretAsInt64', call('xxHash64', arg(args, 0)));
    return args.length < 2 ? value : restOf(value, arg(args, 1));
  },
  doc: 'A number that is the same for the same value (xxHash64).',
  example: 'print hash("World", 100)',
});

const toHex = scalar({
  name: 'tohex',
  params: [param('value', 'int'), optional('digits', 'int', { constant: true, range: [0, 64] })],
  returns: 'string',
  lower: (args, info) => {
    const value = typeOf32(info) ? call('toInt32', arg(args, 0)) : arg(args, 0);
    const digits = call('replaceRegexpOne', call('lower', call('hex', value)), literal('^0+(.)'), literal('\\1'));
    const width = arg(args, 1);
    return args.length < 2
      ? digits
      : choose(less(call('length', digits), width), call('leftPad', digits, width, literal('0')), digits);
  },
  doc: 'A whole number in hexadecimal digits.',
  example: 'print tohex(256, 8)',
});

const typeOf32 = (info: Call): boolean => info.args[0]?.type === 'int';

export const encodingFunctions: readonly ScalarFunction[] = [
  toHex,
  urlEncode,
  urlEncodeComponent,
  urlDecode,
  base64Encode,
  base64Decode,
  base64ToArray,
  hash,
  hashed('hash_sha256', 'SHA256', 'SHA-256 in hexadecimal digits.'),
  hashed('hash_sha1', 'SHA1', 'SHA-1 in hexadecimal digits.'),
  hashed('hash_md5', 'MD5', 'MD5 in hexadecimal digits.'),
];
