/** The work's end, or `late` when it takes longer. The work goes on: it is only not waited for. */
export async function withinMs<T>(
  work: Promise<T>,
  timeoutMs: number,
  late: () => Error = () => new Error(`no answer within ${timeoutMs} ms`),
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(late()), timeoutMs);
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

/** Work that is given a signal, which ends with another one, or after so long. */
export async function within<T>(
  timeoutMs: number,
  signal: AbortSignal,
  work: (inTime: AbortSignal) => Promise<T>,
): Promise<T> {
  // Not AbortSignal.timeout: AbortSignal.any does not hold it, and what was collected as garbage ends nothing any more.
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(new Error(`it did not end within ${timeoutMs} ms`)), timeoutMs);
  try {
    return await work(AbortSignal.any([signal, late.signal]));
  } finally {
    clearTimeout(timer);
  }
}

/** Not all that is waited for ends with a signal: what a project sends is read for whoever asks for it. */
export async function orAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  let leave = () => {};
  const left = new Promise<never>((_, reject) => {
    leave = () => reject(signal.reason as Error);
  });
  if (signal.aborted) leave();
  signal.addEventListener('abort', leave, { once: true });
  try {
    return await Promise.race([work, left]);
  } finally {
    signal.removeEventListener('abort', leave);
  }
}
