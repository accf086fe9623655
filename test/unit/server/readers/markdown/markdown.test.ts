import { describe, expect, test } from 'vitest';
import { readAny } from '../../../../helpers/builders/read-any.ts';
import { sourceFileMaker } from '../../../../helpers/builders/source-files.ts';

const makeFile = sourceFileMaker();
const read = async (text: string) => (await readAny(await makeFile('a.md', text))).documents;

describe('a Markdown text', () => {
  test('stays as it is', async () => {
    const text = '# Head\n\nSome *text* <b>here</b>.\n\n---\n\na: b\n';
    expect(await read(text)).toEqual([{ text, metadata: {} }]);
  });

  test('is read without the pictures that are written into it as letters', async () => {
    const data = 'data:image/png;base64,iVBORw0KGgo=';
    // As Google Docs exports it.
    const text = `A ![heron][image1] waits.\n\n[image1]: <${data}>\n\n[image2]: <${data}>\n`;
    expect(await read(`${text}\nEnd.`)).toEqual([{ text: 'A ![heron][image1] waits.\n\n\n\nEnd.', metadata: {} }]);
  });

  test('has the simple values of its front matter in the metadata', async () => {
    const text = `---\r
title: The pump
date: 2026-01-31
draft: false
weight: 3
tags: [water, "winter"]
author:
  name: Ada
links: [{ a: 1 }]
empty:
---
Text.
`;
    expect(await read(text)).toEqual([
      {
        text,
        metadata: {
          frontMatter: { title: 'The pump', date: '2026-01-31', draft: false, weight: 3, tags: ['water', 'winter'] },
        },
      },
    ]);
  });

  test.each([
    ['damaged', '---\ntitle: [a\n---\ntext'],
    ['a list', '---\n- a\n---\ntext'],
    ['a rule only', '---\n\ntext\n'],
    ['not at the start', 'text\n\n---\ntitle: a\n---\n'],
    [
      'a bomb of aliases',
      `---\na: &a [x,x,x,x]\n${'bcdefgh'
        .split('')
        .map((name, index) => `${name}: &${name} [${Array(10).fill(`*${'abcdefg'[index]}`)}]`)
        .join('\n')}\n---\ntext`,
    ],
  ])('is read without front matter that is %s', async (_what, text) => {
    expect(await read(text)).toEqual([{ text, metadata: {} }]);
  });
});
