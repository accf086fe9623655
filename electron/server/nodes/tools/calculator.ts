import { UserError } from '../../../../shared/errors/errors.ts';
import { calculator as definition } from '../../../../shared/nodes/tools/calculator.ts';
import { textInput, textOf } from '../../core/agent-tool.ts';
import { implement } from '../../core/node-kinds.ts';
import { calculate } from './calculate.ts';

export const calculator = implement(definition, {
  open: async () => ({
    name: 'calculator',
    description: 'Calculates an expression. Use it for every calculation.',
    parameters: textInput('input', 'An expression such as (12.5 + 3) * 4 ^ 2 or sqrt(2).'),
    async call(input) {
      try {
        return { text: String(calculate(textOf(input, 'input'))) };
      } catch (error) {
        if (!(error instanceof UserError)) throw error;
        return { text: error.message, error: error.message };
      }
    },
  }),
});
