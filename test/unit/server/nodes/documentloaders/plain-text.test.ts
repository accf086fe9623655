import { describe, expect, test } from 'vitest';
import { plainText } from '../../../../../electron/server/nodes/documentloaders/plain-text.ts';
import { plainText as definition } from '../../../../../shared/nodes/documentloaders/plain-text.ts';
import { makeLoadFolders } from '../../../../helpers/builders/load-folders.ts';
import { readOrigin } from '../../../../helpers/builders/origin-context.ts';

const folders = makeLoadFolders();

describe('plainText', () => {
  test('gives its text as it is, as one document', async () => {
    const text = ' Zeile 1\n\n\tおはよう 👋\n';
    const { documents, progress } = await readOrigin(plainText, definition.params.parse({ text }), folders);
    expect(documents).toEqual([{ text, metadata: { source: 'Plain text' } }]);
    expect(progress).toMatchObject({ done: 1, total: 1 });
  });

  test.each(['', null, undefined])('needs a text, which %j is not', (text) => {
    expect(definition.params.safeParse({ text }).success).toBe(false);
  });
});
