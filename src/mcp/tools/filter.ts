import { ApiError } from '../../errors.ts';

/** For a tool that goes on from its caller's filter: a fault behind the filter's end is one of the filter. */
export function inFilter(filter: string): (error: unknown) => never {
  const lines = filter.split('\n').length;
  return (error) => {
    if (!(error instanceof ApiError) || (error.context.position?.line ?? 0) <= lines) throw error;
    throw new ApiError('invalid_query', {
      parameter: 'filter',
      message: `filter must be a complete condition, without summarize or project: ${error.message}`,
      cause: error,
    });
  };
}
