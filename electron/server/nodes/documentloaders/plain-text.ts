import { plainText as definition } from '../../../../shared/nodes/documentloaders/plain-text.ts';
import { implement } from '../../core/node-kinds.ts';

/** The text of the node itself, as one document. */
export const plainText = implement(definition, {
  open: ({ text }) => ({
    async *loadOrigin(context) {
      yield { text, metadata: { source: 'Plain text' } };
      context.onProgress(1, 1);
    },
  }),
});
