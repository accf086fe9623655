import { textFile as definition } from '../../../../shared/nodes/documentloaders/text-file.ts';
import { readerOf } from '../../core/document-loader.ts';
import { openText } from './open-text.ts';
import { readThrough, type TextReader } from './text-reader.ts';

const ESCAPE = '\x1b';
/** Colours and moves (CSI), titles (OSC), and single signs (ECMA-48). */
const CODES = new RegExp(
  `${ESCAPE}(?:\\[[0-?]*[ -/]*[@-~]|\\][^\\x07\\x1b]{0,2000}(?:\\x07|${ESCAPE}\\\\)|[ -/]+[0-~]|[@-Z\\\\^_=>78c])`,
  'g',
);
/** Longer than any code. */
const LONGEST_CODE = 2100;

/** Leaves out what tells a terminal how to show a text: colours, for the most part. */
export function createCodeRemover(): TextReader {
  let open = '';
  return {
    write(piece) {
      const text = open + piece;
      const last = text.lastIndexOf(ESCAPE);
      // The end of the piece may cut a code.
      const end = last === -1 || text.length - last > LONGEST_CODE ? text.length : last;
      open = text.slice(end);
      return withoutCodes(text.slice(0, end));
    },
    end: () => withoutCodes(open),
  };
}

function withoutCodes(text: string): string {
  return text.includes(ESCAPE) ? text.replaceAll(CODES, '') : text;
}

/** Plain text and source code, streamed from disk: one document per file. */
export const textReader = readerOf(definition, {
  async *load(_params, file, context) {
    const pieces = await openText(file, 'a text file', context);
    yield { text: readThrough(pieces, createCodeRemover()), metadata: {} };
  },
});
