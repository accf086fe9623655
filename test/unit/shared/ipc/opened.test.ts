import { expect, test } from 'vitest';
import { OpenRequestSchema } from '../../../../shared/ipc/opened.ts';

test.each([
  [
    'a page and files',
    { page: '#/flows/a', paths: ['/home/ada/a.md'] },
    { page: '#/flows/a', paths: ['/home/ada/a.md'] },
  ],
  ['nothing, as an older version', undefined, { paths: [] }],
  ['a page that is none of ours', { page: 'https://example.org', paths: [] }, { paths: [] }],
])('a start asks for %s', (_, given, asked) => {
  expect(OpenRequestSchema.parse(given)).toEqual(asked);
});
