import { conversationalRetrievalQAChain as definition } from '../../../../shared/nodes/chains/conversational-retrieval-qa-chain.ts';
import { answerFromPassages } from '../../answers/answer-from-passages.ts';
import { moderated } from '../../answers/moderated.ts';
import { implement } from '../../core/node-kinds.ts';

/** Remembers all of the conversation where no memory is wired to it. */
export const conversationalRetrievalQAChain = implement(definition, {
  open: async (
    { returnSourceDocuments, rephrasePrompt, responsePrompt },
    { model, vectorStoreRetriever, memory, inputModeration },
    { history },
  ) =>
    moderated(
      await inputModeration(),
      answerFromPassages({
        retriever: await vectorStoreRetriever(),
        model: await model(),
        memory: (await memory()) ?? { recall: async () => history() },
        prompts: { rephrase: rephrasePrompt, response: responsePrompt },
        returnsSources: returnSourceDocuments,
      }),
    ),
});
