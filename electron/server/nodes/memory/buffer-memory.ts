import { bufferMemory as definition } from '../../../../shared/nodes/memory/buffer-memory.ts';
import { implement } from '../../core/node-kinds.ts';

/** All that was said. */
export const bufferMemory = implement(definition, {
  open: (_params, _inputs, { history }) => ({ recall: async () => history() }),
});
