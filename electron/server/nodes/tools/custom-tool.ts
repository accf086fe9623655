import { customTool as definition } from '../../../../shared/nodes/tools/custom-tool.ts';
import { toolNameOf } from '../../core/agent-tool.ts';
import { implement } from '../../core/node-kinds.ts';

/** Code that nobody has approved does not even begin: the question is refused. */
export const customTool = implement(definition, {
  open: async ({ selectedTool, returnDirect, allowLocalNetwork }, _inputs, { findTool, runScript }) => {
    const { name, description, parameters, code } = findTool(selectedTool);
    return {
      name: toolNameOf(name),
      description,
      parameters,
      isDirect: returnDirect,
      async call(input, signal) {
        const result = await runScript({ code, input, allowLocalNetwork }, signal);
        return 'text' in result ? result : { text: result.problem, error: result.problem };
      },
    };
  },
});
