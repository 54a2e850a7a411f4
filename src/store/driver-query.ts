/** A query of the driver, as far as it is watched: it is handed to `handler` when awaited, and ends by one of the others. */
export type DriverQuery = {
  handler: (query: DriverQuery) => unknown;
  resolve: (rows: unknown) => void;
  reject: (error: unknown) => void;
};

interface Ends {
  failed(error: unknown): void;
  answered?(): void;
}

export function isDriverQuery(made: unknown): made is DriverQuery {
  return made instanceof Promise && 'handler' in made && 'resolve' in made && 'reject' in made;
}

/** Has a query's end told at once: before anybody who awaits the query can do anything. */
export function tellEnd(query: DriverQuery, ends: Ends): void {
  const { resolve, reject } = query;
  query.resolve = (rows) => {
    ends.answered?.();
    resolve(rows);
  };
  query.reject = (error) => {
    ends.failed(error);
    reject(error);
  };
}
