/**
 * The id of a shape's pattern, 0 where it has none. The dictionary is named with its database: a statement that goes on to
 * the other nodes of a cluster has none of its own there.
 */
export function patternOf(project: string, service: string, shape: string): string {
  return `dictGetOrDefault(concat(currentDatabase(), '.pattern_of_shape'), 'pattern_id', (${project}, ${service}, ${shape}), toUInt64(0))`;
}
