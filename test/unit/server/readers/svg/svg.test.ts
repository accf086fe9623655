import { expect, test } from 'vitest';
import { readAny } from '../../../../helpers/builders/read-any.ts';
import { sourceFileMaker } from '../../../../helpers/builders/source-files.ts';

const makeFile = sourceFileMaker();

test('a drawing gives its words, not its shapes, styles and programs', async () => {
  const svg = `<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><title>Plan</title><desc>Of the garden</desc>
<style>text { fill: red }</style><defs><text>unused</text></defs><metadata><title>made by a program</title></metadata>
<path d="M0 0"/><g><text x="1"><tspan x="1">The</tspan><tspan x="1" dy="9">pond</tspan></text><text>The hive</text></g></svg>`;
  const { documents } = await readAny(await makeFile('a.svg', svg));
  expect(documents).toEqual([{ text: 'Plan\nOf the garden\nThe pond\nThe hive', metadata: {} }]);
});

test('a drawing without words says so', async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0"/></svg>';
  await expect(readAny(await makeFile('a.svg', svg))).rejects.toMatchObject({
    code: 'FILE_HAS_NO_TEXT',
    message: expect.stringContaining('it is a drawing without words'),
  });
});
