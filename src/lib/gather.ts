interface Question<Q, A> {
  readonly question: Q;
  readonly answer: (answer: A) => void;
  readonly fail: (error: unknown) => void;
}

/**
 * Asks many questions as one, at most so many, and once at a time: those that come while others are answered go together
 * into the next. What `ask` gives says the answer to each; a failure is that of all it was asked. What comes before `ready`
 * is over goes along.
 */
export function gather<Q, A>(
  atOnceMax: number,
  ask: (questions: readonly Q[]) => Promise<(question: Q) => A>,
  ready?: () => Promise<unknown> | undefined,
): (question: Q) => Promise<A> {
  let waiting: Question<Q, A>[] = [];
  let isAsking = false;

  async function run(): Promise<void> {
    isAsking = true;
    while (waiting.length > 0) {
      await ready?.();
      const asked = waiting.slice(0, atOnceMax);
      waiting = waiting.slice(atOnceMax);
      try {
        const answerTo = await ask(asked.map(({ question }) => question));
        for (const { question, answer } of asked) answer(answerTo(question));
      } catch (error) {
        for (const { fail } of asked) fail(error);
      }
    }
    isAsking = false;
  }

  return (question) =>
    new Promise((answer, fail) => {
      waiting.push({ question, answer, fail });
      if (!isAsking) void run();
    });
}
