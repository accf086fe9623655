import { DEFAULT_ITERATIONS } from '../../../../shared/nodes/agents/common.ts';
import { toolAgent as definition } from '../../../../shared/nodes/agents/tool-agent.ts';
import { answerByTools } from '../../answers/answer-by-tools.ts';
import { moderated } from '../../answers/moderated.ts';
import { implement } from '../../core/node-kinds.ts';

/** Remembers all of the conversation where no memory is wired to it. */
export const toolAgent = implement(definition, {
  open: async (
    { systemMessage, maxIterations = DEFAULT_ITERATIONS },
    { tools, model, memory, inputModeration },
    { history },
  ) => {
    const agent = answerByTools({
      model: await model(),
      tools: await tools(),
      memory: (await memory()) ?? { recall: async () => history() },
      instructions: systemMessage,
      maxIterations,
    });
    return moderated(await inputModeration(), agent);
  },
});
