import { plainText as definition } from '../../../../shared/nodes/documentloaders/plain-text.ts';
import { implementOrigin } from '../../core/node-kinds.ts';

/** The text of the node itself, as one document. */
export const plainText = implementOrigin(definition, {
  async *loadOrigin({ text }, context) {
    yield { text, metadata: { source: 'Plain text' } };
    context.onProgress(1, 1);
  },
});
