import { DEFAULT_ITERATIONS } from '../../../../shared/nodes/agents/common.ts';
import { conversationalRetrievalToolAgent as definition } from '../../../../shared/nodes/agents/conversational-retrieval-tool-agent.ts';
import { answerByTools } from '../../answers/answer-by-tools.ts';
import { moderated } from '../../answers/moderated.ts';
import { implement } from '../../core/node-kinds.ts';

/** A tool agent that has passages for the question before it begins. */
export const conversationalRetrievalToolAgent = implement(definition, {
  open: async (
    { systemMessage, rephrasePrompt, maxIterations = DEFAULT_ITERATIONS },
    { tools, model, rephraseModel, memory, vectorStoreRetriever, inputModeration },
    { history },
  ) => {
    const answering = await model();
    const agent = answerByTools({
      model: answering,
      tools: await tools(),
      memory: (await memory()) ?? { recall: async () => history() },
      instructions: systemMessage,
      maxIterations,
      before: {
        retriever: await vectorStoreRetriever(),
        rephrasing: { model: (await rephraseModel()) ?? answering, prompt: rephrasePrompt },
      },
    });
    return moderated(await inputModeration(), agent);
  },
});
