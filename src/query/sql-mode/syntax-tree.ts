import { isCallable } from './functions.ts';

/**
 * What EXPLAIN AST may show. It is the engine's own reading of the text, before anything of it is computed: the query
 * tree that comes after already folds constants, and would have read the file of a `file('…')` by then.
 */
const nodes = new Set(
  [
    'SelectWithUnionQuery SelectQuery SelectIntersectExceptQuery ExpressionList Function Identifier Literal TablesInSelectQuery',
    'TablesInSelectQueryElement TableExpression TableIdentifier TableJoin ArrayJoin Asterisk QualifiedAsterisk Subquery',
    'ColumnsTransformerList ColumnsExceptTransformer ColumnsRegexpMatcher ColumnsListMatcher WithElement WindowDefinition',
    'WindowListElement OrderByElement InterpolateElement',
  ]
    .join(' ')
    .split(' '),
);

/** The first thing in it that is not allowed, in words. `engineFunctions`: every function of the engine, in lower case. */
export function syntaxFault(lines: readonly string[], engineFunctions: ReadonlySet<string>): string | undefined {
  /** Functions that the line is inside of, by depth. */
  const enclosing: { depth: number; name: string }[] = [];
  for (const line of lines) {
    const match = /^( *)(\w+)(?: (\S+))?/.exec(line);
    if (match === null) return 'has a part that SQL mode does not take';
    const [, indent = '', kind = '', word = ''] = match;
    const depth = indent.length;
    while ((enclosing.at(-1)?.depth ?? -1) >= depth) enclosing.pop();
    if (kind === 'Set') return 'changes settings';
    if (kind === 'ColumnsApplyTransformer') return 'uses APPLY; call the function instead';
    if (!nodes.has(kind)) return `has a part that SQL mode does not take (${kind})`;
    if (kind === 'Function') {
      if (!isCallable(word)) return `calls ${word}(), which SQL mode does not have`;
      enclosing.push({ depth, name: word });
    }
    // `arrayMap(file, […])` calls by a plain name; a list of arguments stands between a function and its arguments.
    const parent = enclosing.at(-1);
    const isArgument = parent !== undefined && parent.depth === depth - 2 && /^(?:array|map)/i.test(parent.name);
    const name = word.toLowerCase();
    if (kind === 'Identifier' && isArgument && engineFunctions.has(name) && !isCallable(name))
      return `calls ${word}, which SQL mode does not have`;
  }
  return undefined;
}
