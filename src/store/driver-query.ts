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
    closeRanks(rows);
    resolve(rows);
  };
  query.reject = (error) => {
    ends.failed(error);
    reject(error);
  };
}

/**
 * postgres.js (3.4.9) goes on counting after a statement that failed when some of its rows had come: as many places of the
 * next answer on its connection are empty, before the rows.
 */
function closeRanks(rows: unknown): void {
  if (!Array.isArray(rows) || rows.length === 0 || 0 in rows) return;
  rows.splice(
    0,
    rows.findIndex((_, at) => at in rows),
  );
}
