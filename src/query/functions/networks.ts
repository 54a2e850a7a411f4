import { castSql } from '../clickhouse/casts.ts';
import { call, choose, infix, literal, NULL, type Sql } from '../clickhouse/sql-ast.ts';
import {
  arg,
  argOr,
  equals,
  int,
  items,
  optional,
  orEmpty,
  over,
  param,
  plainText,
  scalar,
  typeOf,
} from './lowering.ts';
import type { ScalarFunction } from './registry.ts';

/* IPv4 addresses as texts, with an optional `/24` behind them. What is no address gives null. */

const ip = param('ip', 'text');
const mask = optional('prefix', 'int', { constant: true, range: [0, 32] });

/** `a.b.c.d` of `a.b.c.d/24` as a number. */
const address = (text: Sql): Sql =>
  call(
    'toInt64',
    call('IPv4StringToNumOrNull', call('arrayElement', call('splitByChar', literal('/'), orEmpty(text)), literal(1))),
  );

/** 24 of `a.b.c.d/24`, 32 where there is none, null where it is no such number. */
const prefix = (text: Sql): Sql => {
  const written = call('arrayElement', call('splitByChar', literal('/'), orEmpty(text)), literal(2));
  const bits = call('toInt64OrNull', written);
  const valid = infix('AND', infix('>=', bits, literal(0)), infix('<=', bits, literal(32)));
  return call('multiIf', equals(written, literal('')), literal(32), valid, bits, NULL);
};

/** Bits that are not the network's. The engine shifts also by what stands behind a null, and fails where that is negative. */
const hostBits = (bits: Sql): Sql => infix('-', literal(32), call('ifNull', bits, literal(32)));

/** The network's part of an address, for so many bits. */
const network = (number: Sql, bits: Sql): Sql =>
  choose(call('isNull', bits), NULL, call('bitShiftRight', number, hostBits(bits)));

const compare = (a: Sql, b: Sql, bits: Sql): Sql => infix('-', network(address(a), bits), network(address(b), bits));

const smallest = (...bits: readonly Sql[]): Sql =>
  call('multiIf', ...bits.flatMap((one) => [call('isNull', one), NULL]), call('least', ...bits));

const compareIps = scalar({
  name: 'ipv4_compare',
  params: [ip, param('other', 'text'), mask],
  returns: 'long',
  nulls: 'fallible',
  lower: (args) => {
    const bits = smallest(prefix(arg(args, 0)), prefix(arg(args, 1)), argOr(args, 2, literal(32)));
    return int(call('sign', compare(arg(args, 0), arg(args, 1), bits)));
  },
  doc: '-1, 0 or 1 by the order of two addresses, in as many bits as both have.',
  example: 'print ipv4_compare("192.168.1.1/24", "192.168.1.255")',
});

const isMatch = scalar({
  ...compareIps,
  name: 'ipv4_is_match',
  returns: 'bool',
  lower: (args) => {
    const bits = smallest(prefix(arg(args, 0)), prefix(arg(args, 1)), argOr(args, 2, literal(32)));
    return equals(compare(arg(args, 0), arg(args, 1), bits), literal(0));
  },
  doc: 'Whether two addresses agree, in as many bits as both have.',
  example: 'print ipv4_is_match("192.168.1.1/24", "192.168.1.255")',
});

const inRange = (value: Sql, range: Sql): Sql => equals(compare(value, range, prefix(range)), literal(0));

const isInRange = scalar({
  name: 'ipv4_is_in_range',
  params: [ip, param('range', 'text')],
  returns: 'bool',
  nulls: 'fallible',
  lower: (args) => inRange(arg(args, 0), arg(args, 1)),
  doc: 'Whether an address lies in a network: 192.168.1.0/24.',
  example: 'print ipv4_is_in_range("192.168.1.6", "192.168.1.1/24")',
});

const isInAnyRange = scalar({
  name: 'ipv4_is_in_any_range',
  params: [ip, param('ranges', 'any')],
  rest: { params: [param('range', 'text')], min: 0, max: 64 },
  returns: 'bool',
  nulls: 'fallible',
  lower: (args, info) => {
    const value = arg(args, 0);
    const found =
      info.args[1]?.type === 'dynamic'
        ? infix(
            '!=',
            over(
              'arrayExists',
              'r',
              (r) => call('ifNull', inRange(value, plainText(r)), literal(false)),
              items(arg(args, 1)),
            ),
            literal(0),
          )
        : args
            .slice(1)
            .map((range, index) => castSql(range, typeOf(info, index + 1), 'string'))
            .map((range) => call('ifNull', inRange(value, range), literal(false)))
            .reduce((a, b) => infix('OR', a, b));
    return choose(call('isNull', address(value)), NULL, found);
  },
  doc: 'Whether an address lies in one of several networks.',
  example: 'print ipv4_is_in_any_range("10.1.2.3", "192.168.0.0/16", "10.0.0.0/8")',
});

const privateRanges = ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16'];

const isPrivate = scalar({
  name: 'ipv4_is_private',
  params: [ip],
  returns: 'bool',
  nulls: 'fallible',
  lower: (args) =>
    privateRanges.map((range) => inRange(arg(args, 0), literal(range))).reduce((a, b) => infix('OR', a, b)),
  doc: 'Whether an address belongs to a private network.',
  example: 'print ipv4_is_private("10.1.2.3")',
});

const parseIp = scalar({
  name: 'parse_ipv4',
  params: [ip],
  returns: 'long',
  nulls: 'fallible',
  lower: (args) => {
    const bits = infix('-', literal(32), prefix(arg(args, 0)));
    return call('bitShiftLeft', call('bitShiftRight', address(arg(args, 0)), bits), bits);
  },
  doc: 'An address as a number.',
  example: 'print parse_ipv4("127.0.0.1")',
});

const parseMask = scalar({
  name: 'parse_ipv4_mask',
  params: [ip, param('prefix', 'int')],
  returns: 'long',
  nulls: 'fallible',
  lower: (args) => {
    const valid = infix('AND', infix('>=', arg(args, 1), literal(0)), infix('<=', arg(args, 1), literal(32)));
    const bits = choose(valid, arg(args, 1), NULL);
    return call('bitShiftLeft', network(address(arg(args, 0)), bits), hostBits(bits));
  },
  doc: 'The network of an address as a number.',
  example: 'print parse_ipv4_mask("127.0.0.1", 24)',
});

const maskSuffix = scalar({
  name: 'ipv4_netmask_suffix',
  params: [ip],
  returns: 'long',
  nulls: 'fallible',
  lower: (args) => choose(call('isNull', address(arg(args, 0))), NULL, prefix(arg(args, 0))),
  doc: 'The 24 of 192.168.1.1/24.',
  example: 'print ipv4_netmask_suffix("192.168.1.1/24")',
});

const formatIp = scalar({
  name: 'format_ipv4',
  params: [param('number', 'int')],
  returns: 'string',
  lower: (args) => call('IPv4NumToString', call('toUInt32', arg(args, 0))),
  doc: 'An address from a number.',
  example: 'print format_ipv4(2130706433)',
});

const octets = String.raw`^(?:\d{1,3}\.){3}\d{1,3}$`;
const octetPrefix = String.raw`^(?:\d{1,3}\.){1,3}$|^(?:\d{1,3}\.){3}\d{1,3}$`;

/** The address stands in the text, with no letter or digit at its ends. */
const found = (text: Sql, wanted: Sql, behind: string): Sql => {
  const quoted = call('regexpQuoteMeta', wanted);
  return infix(
    '!=',
    call('match', text, call('concat', literal('(?:^|[^0-9A-Za-z.])'), quoted, literal(behind))),
    literal(0),
  );
};
const atEnd = '(?:[^0-9A-Za-z]|$)';

const hasIp = (name: string, isPrefix: boolean, doc: string, example: string): ScalarFunction =>
  scalar({
    name,
    params: [param('text', 'text'), param('wanted', 'any')],
    rest: { params: [param('wanted', 'any')], min: 0, max: 64 },
    returns: 'bool',
    nulls: 'never',
    lower: (args, info) => {
      const text = orEmpty(arg(args, 0));
      const one = (wanted: Sql): Sql => {
        const behind = isPrefix ? '' : atEnd;
        return infix(
          'AND',
          infix('!=', call('match', wanted, literal(isPrefix ? octetPrefix : octets)), literal(0)),
          found(text, wanted, behind),
        );
      };
      const tests = args.slice(1).map((wanted, index) =>
        info.args[index + 1]?.type === 'dynamic'
          ? infix(
              '!=',
              over('arrayExists', 'w', (w) => one(plainText(w)), items(wanted)),
              literal(0),
            )
          : one(orEmpty(castSql(wanted, typeOf(info, index + 1), 'string'))),
      );
      return tests.reduce((a, b) => infix('OR', a, b));
    },
    doc,
    example,
  });

export const networkFunctions: readonly ScalarFunction[] = [
  compareIps,
  isMatch,
  isInRange,
  isInAnyRange,
  isPrivate,
  parseIp,
  parseMask,
  maskSuffix,
  formatIp,
  hasIp('has_ipv4', false, 'Whether a text has an address.', 'print has_ipv4("from 127.0.0.1 GET", "127.0.0.1")'),
  hasIp(
    'has_any_ipv4',
    false,
    'Whether a text has one of several addresses.',
    'print has_any_ipv4("from 127.0.0.1 GET", dynamic(["127.0.0.1"]))',
  ),
  hasIp(
    'has_ipv4_prefix',
    true,
    'Whether a text has an address that begins so: 127.0.',
    'print has_ipv4_prefix("from 127.0.0.1 GET", "127.0.")',
  ),
  hasIp(
    'has_any_ipv4_prefix',
    true,
    'Whether a text has an address that begins in one of several ways.',
    'print has_any_ipv4_prefix("from 127.0.0.1 GET", dynamic(["127.0."]))',
  ),
];
