import { expect, test } from 'vitest';
import { openArguments } from '../../../../electron/main/shell/open-arguments.ts';
import { appLink } from '../../../../shared/ipc/app-link.ts';

const id = '3f2b1c9e-6a0d-4c55-9a8e-0d7f0c1e2b3a';

test.each([
  ['a link to a flow', ['--no-sandbox', '.', appLink('flow', id)], `#/flows/${id}`],
  ['a link to a store', [`tributary://store/${id}/`], `#/stores/${id}`],
  ['no link', ['--port', '0', '/home/ada/flow.json'], undefined],
  ['a link with something else behind the id', [`tributary://flow/${id}/../../settings`], undefined],
  ['a link to what we do not have', [`tributary://settings/${id}`], undefined],
  ['a link with quotes and spaces', ['tributary://flow/"><script>'], undefined],
  ['a web address', [`https://example.org/flow/${id}`], undefined],
])('%s leads to the right page', (_, argv, page) => {
  expect(openArguments(argv)).toBe(page);
});
