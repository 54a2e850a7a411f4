// Answers that are made and that their callers have not taken yet: whoever reads slowly, or not at all, keeps them in our
// memory.

import type { ServerResponse } from 'node:http';
import { ApiError } from '../errors.ts';

/** Less is on its way in the system, whoever reads. */
const countedCharsMin = 256 * 1024;
/** Of a project with nothing on its way an answer may be as large as it is. */
const projectCharsMax = 100_000_000;
const totalCharsMax = 300_000_000;
const takenMsMax = 60_000;
/** The slowest that may take all of an answer: 1.6 Mbit/s. */
const charsPerMsMin = 200;
const retryAfterS = 2;

const held = new Map<string, number>();
let total = 0;

/** Refuses a large answer that there is no room for: of a read, or before anything is done, else it would be done again. */
export function requireRoom(projectId: string, chars = countedCharsMin): void {
  if (chars < countedCharsMin) return;
  const own = held.get(projectId) ?? 0;
  if (own > 0 && own + chars > projectCharsMax)
    throw new ApiError('rate_limited', {
      message: 'Answers to this project are on their way still; read those first.',
      retryAfterS,
    });
  if (total > 0 && total + chars > totalCharsMax)
    throw new ApiError('unavailable', {
      message: 'Too many large answers are on their way; ask again shortly.',
      retryAfterS,
    });
}

/** Counts an answer until it is sent, and ends the connection of a caller that does not take it in time. */
export function holdAnswer(
  response: ServerResponse,
  projectId: string,
  chars: number,
  msMax = takenMsMax + chars / charsPerMsMin,
): void {
  if (chars < countedCharsMin || response.destroyed) return;
  count(projectId, chars);
  const timer = setTimeout(() => response.destroy(), msMax).unref();
  response.once('close', () => {
    clearTimeout(timer);
    count(projectId, -chars);
  });
}

function count(projectId: string, chars: number): void {
  total += chars;
  const own = (held.get(projectId) ?? 0) + chars;
  if (own === 0) held.delete(projectId);
  else held.set(projectId, own);
}

/** So long the caller of an answer may take nothing of it. */
const stalledMsMax = 20_000;

/** Hangs up on a caller who takes nothing more of an answer that is there: a stream has its turn for as long as it flows. */
export function endStalled(response: ServerResponse): void {
  // While there is nothing to take yet, nobody is late.
  response.setTimeout(stalledMsMax, () => {
    if (response.socket !== null && response.socket.writableLength > 0) response.destroy();
  });
}
