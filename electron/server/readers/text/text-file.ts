import { textFile as definition } from '../../../../shared/nodes/documentloaders/text-file.ts';
import { readerOf } from '../../core/document-loader.ts';
import { openText } from './open-text.ts';
import { createCodeRemover } from './terminal-codes.ts';
import { readThrough } from './text-reader.ts';

/** Plain text and source code, streamed from disk: one document per file. */
export const textReader = readerOf(definition, {
  async *load(_params, file, context) {
    const pieces = await openText(file, 'a text file', context);
    yield { text: readThrough(pieces, createCodeRemover()), metadata: {} };
  },
});
