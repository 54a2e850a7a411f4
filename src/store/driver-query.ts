/** A query of the driver, as far as it is watched: it is handed to `handler` when awaited, and told by `reject`. */
export type DriverQuery = { handler: (query: DriverQuery) => unknown; reject: (error: unknown) => void };

export function isDriverQuery(made: unknown): made is DriverQuery {
  return made instanceof Promise && 'handler' in made && 'reject' in made;
}

/** Has a query's failure told at once: before anybody who awaits the query can do anything. */
export function tellFailure(query: DriverQuery, tell: (error: unknown) => void): void {
  const { reject } = query;
  query.reject = (error) => {
    tell(error);
    reject(error);
  };
}
