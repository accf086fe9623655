import { describe, expect, test } from 'vitest';
import { createCodeRemover } from '../../../../../electron/server/readers/text/text-file.ts';
import { readAny } from '../../../../helpers/builders/read-any.ts';
import { sourceFileMaker } from '../../../../helpers/builders/source-files.ts';

const makeFile = sourceFileMaker();
const LOG = '\x1b[1;31mWARN\x1b[0m pump\x1b[K 7 \x1b]0;title\x07is \x1b(Bhot\x1b[38;5;208m!\x1b[m\n';

describe('a log with the codes of a terminal', () => {
  test.each(['a.log', 'a.txt', 'noname'])('is read without them: %s', async (name) => {
    expect((await readAny(await makeFile(name, LOG))).documents[0]?.text).toBe('WARN pump 7 is hot!\n');
  });

  test('wherever a piece ends', () => {
    for (let at = 1; at < LOG.length; at += 1) {
      const reader = createCodeRemover();
      const text = reader.write(LOG.slice(0, at)) + reader.write(LOG.slice(at)) + reader.end();
      expect(text).toBe('WARN pump 7 is hot!\n');
    }
  });
});
