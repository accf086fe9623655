import { retrievalQAChain as definition } from '../../../../shared/nodes/chains/retrieval-qa-chain.ts';
import { answerFromPassages } from '../../answers/answer-from-passages.ts';
import { moderated } from '../../answers/moderated.ts';
import { implement } from '../../core/node-kinds.ts';

/** Each question stands alone. */
export const retrievalQAChain = implement(definition, {
  open: async (_params, { model, vectorStoreRetriever, inputModeration }) =>
    moderated(
      await inputModeration(),
      answerFromPassages({
        retriever: await vectorStoreRetriever(),
        model: await model(),
        memory: undefined,
        prompts: { rephrase: '', response: '' },
        returnsSources: false,
      }),
    ),
});
