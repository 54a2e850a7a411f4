/*
 * What words of other query languages are called here, where what stands behind them is written alike: none of them is near
 * in letters.
 */

export const operatorsElsewhere: ReadonlyMap<string, string> = new Map([
  ['select', 'project'],
  ['fields', 'project'],
  ['table', 'project'],
  ['eval', 'extend'],
  ['head', 'take'],
  ['having', 'where'],
  ['dedup', 'distinct'],
  ['uniq', 'distinct'],
]);

export const infixElsewhere: ReadonlyMap<string, string> = new Map([
  ['regex', 'matches'],
  ['regexp', 'matches'],
  ['rlike', 'matches'],
]);

export const functionsElsewhere: ReadonlyMap<string, string> = new Map([
  ['mean', 'avg'],
  ['ifnull', 'coalesce'],
  ['nvl', 'coalesce'],
  ['array_agg', 'make_list'],
  ['collect', 'make_list'],
  ['collect_list', 'make_list'],
  ['collect_set', 'make_set'],
  ['group_concat', 'make_list'],
  ['any_value', 'take_any'],
  ['first_value', 'first'],
  ['last_value', 'last'],
  ['strpos', 'indexof'],
  ['instr', 'indexof'],
  ['cardinality', 'array_length'],
  ['array_contains', 'set_has_element'],
]);

/** Words of a field, as loggers and other languages have them; levels as ingest understands them. */
export const valuesElsewhere: ReadonlyMap<string, string> = new Map([
  ['warning', 'WARN'],
  ['information', 'INFO'],
  ['informational', 'INFO'],
  ['notice', 'INFO'],
  ['severe', 'ERROR'],
  ['critical', 'ERROR'],
  ['emergency', 'FATAL'],
  ['counter', 'SUM'],
]);
