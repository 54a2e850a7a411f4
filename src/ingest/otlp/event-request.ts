// One request's logs or spans, all of them or none.

import { EventWriter } from '../events/event-writer.ts';
import { OriginCameLate } from './request.ts';
import type { IngestContext, Outcome } from '../outcome.ts';
import type { RowSink } from '../rows/sink.ts';
import type { Steps } from '../steps.ts';

const lateProjectsMax = 10_000;

/** A project that once sent a scope's fields after its records is asked for them first from then on. */
export function* writeEvents(
  sink: RowSink,
  context: IngestContext,
  kind: number,
  read: (writer: EventWriter) => Steps<void>,
): Steps<Outcome> {
  const { lateOrigins } = sink;
  const write = (): Steps<Outcome> =>
    sink.request(function* () {
      const writer = new EventWriter(sink, context, kind);
      yield* read(writer);
      return writer.finish();
    });
  try {
    return yield* write();
  } catch (error) {
    if (!(error instanceof OriginCameLate)) throw error;
    if (lateOrigins.size >= lateProjectsMax) lateOrigins.clear();
    lateOrigins.add(context.projectId);
    return yield* write();
  }
}
