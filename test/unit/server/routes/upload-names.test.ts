import { describe, expect, test } from 'vitest';
import { nameUploads } from '../../../../electron/server/routes/upload-names.ts';

describe('nameUploads', () => {
  test('gives a number to each further file of one name, never one that is taken', () => {
    const nameUpload = nameUploads();
    const sent = ['a.txt', 'b/a.txt', 'a (2).txt', 'a.txt', 'b/a.txt', 'Makefile', 'Makefile'];
    expect(sent.map((name) => nameUpload(name).name)).toEqual([
      'a.txt',
      'b/a.txt',
      'a (2).txt',
      'a (3).txt',
      'b/a (2).txt',
      'Makefile',
      'Makefile (2)',
    ]);
  });
});
