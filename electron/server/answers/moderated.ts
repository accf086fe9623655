import type { Answerer } from '../core/answerer.ts';
import type { Moderation } from '../core/moderation.ts';

/** The same answerer behind moderations: a question that one of them refuses is answered by it. */
export function moderated(moderations: readonly Moderation[], answerer: Answerer): Answerer {
  if (moderations.length === 0) return answerer;
  return {
    async *answer(query, signal) {
      for (const moderation of moderations) {
        const text = await moderation.refusal(query.query, signal);
        if (text === undefined) continue;
        yield { type: 'text', text, citations: [] };
        return;
      }
      yield* answerer.answer(query, signal);
    },
  };
}
