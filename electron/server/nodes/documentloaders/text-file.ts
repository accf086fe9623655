import { textFile as definition } from '../../../../shared/nodes/documentloaders/text-file.ts';
import { openText } from '../../files/open-text.ts';
import { implement } from '../kinds.ts';

/** Plain text and source code, streamed from disk: one document a file. */
export const textFile = implement(definition, {
  async *load(_params, file, context) {
    yield { text: await openText(file, 'a text file', context), metadata: {} };
  },
});
