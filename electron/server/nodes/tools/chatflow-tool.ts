import { chatflowTool as definition } from '../../../../shared/nodes/tools/chatflow-tool.ts';
import { textInput, textOf, toolNameOf } from '../../core/agent-tool.ts';
import { implement } from '../../core/node-kinds.ts';

export const chatflowTool = implement(definition, {
  open: async (params, _inputs, deps) => ({
    name: toolNameOf(params.name),
    description: params.description,
    parameters: textInput('input', 'The question.'),
    isDirect: params.returnDirect,
    async call(input, signal) {
      const { selectedChatflow: flowId, overrideConfig: overrides, chatflowApiKey: apiKey } = params;
      const asked = params.useQuestionFromChat ? deps.question : textOf(input, 'input');
      const question = params.customInput === '' ? asked : params.customInput;
      return { text: await deps.askFlow({ flowId, question, overrides, apiKey }, signal) };
    },
  }),
});
