// Ids of log patterns, which a dictionary knows by project, service and shape.

import { call, column, infix, lambda, literal, param, type Sql } from './sql-ast.ts';

/** The id of a shape's pattern. */
export function patternOf(project: Sql, service: Sql, shape: Sql, otherwise: Sql): Sql {
  // With its database: a statement that goes on to the other nodes of a cluster has none of its own there.
  const dictionary = call('concat', call('currentDatabase'), literal('.pattern_of_shape'));
  const key: Sql = { kind: 'tuple', items: [project, service, shape] };
  return call('dictGetOrDefault', dictionary, literal('pattern_id'), key, otherwise);
}

/** What ids lead to, as an array: one that another pattern took over is known like a shape of no service. */
export function livePatterns(projectId: string, ids: readonly string[]): Sql {
  const id = call('toUInt64OrZero', column('id'));
  const live = patternOf(param('String', projectId), literal(''), id, id);
  return call('arrayMap', lambda(['id'], live), param('Array(String)', ids));
}

/** All that was ever told to be a shape of theirs: what the index on shapes is asked for. */
export function shapesOf(projectId: string, patterns: Sql): Sql {
  const at = (name: string): Sql => column(name, 'q');
  return {
    kind: 'subselect',
    select: {
      items: [{ expr: at('shape') }],
      from: { kind: 'table', name: 'shape_patterns', alias: 'q' },
      where: infix('AND', infix('=', at('project_id'), param('String', projectId)), {
        kind: 'in',
        left: at('pattern_id'),
        set: patterns,
        negated: false,
      }),
    },
  };
}
