import { bufferWindowMemory as definition } from '../../../../shared/nodes/memory/buffer-window-memory.ts';
import { implement } from '../../core/node-kinds.ts';

/** The last turns: a question and its answer each. */
export const bufferWindowMemory = implement(definition, {
  open: ({ k }, _inputs, { history }) => ({
    async recall() {
      const messages = history();
      const questions = messages.flatMap(({ role }, at) => (role === 'user' ? [at] : []));
      return k === 0 ? [] : messages.slice(questions.at(-k) ?? 0);
    },
  }),
});
