import { describe, expect, test } from 'vitest';
import { readAny } from '../../../../helpers/builders/read-any.ts';
import { sourceFileMaker } from '../../../../helpers/builders/source-files.ts';

const makeFile = sourceFileMaker();

async function textOf(notebook: unknown): Promise<string | undefined> {
  const content = typeof notebook === 'string' ? notebook : JSON.stringify(notebook);
  const { documents } = await readAny(await makeFile('a.ipynb', content));
  expect(documents).toHaveLength(1);
  return documents[0]?.text.trim();
}

const picture = {
  output_type: 'display_data',
  data: { 'image/png': 'iVBORw0KGgo='.repeat(50), 'text/plain': ['<Figure>'] },
};

describe('a Jupyter notebook', () => {
  test('is read as its cells: Markdown, code in fences, outputs as text', async () => {
    const cells = [
      {
        cell_type: 'markdown',
        metadata: {},
        source: ['# Herons\n', '\n', 'They wait ![](data:image/png;base64,iVBOR).'],
      },
      {
        cell_type: 'code',
        execution_count: 1,
        outputs: [
          { output_type: 'stream', name: 'stdout', text: ['one\n', 'two\n'] },
          { output_type: 'execute_result', data: { 'text/html': ['<table>'], 'text/plain': ['3'] } },
          picture,
        ],
        source: 'print(1)\nprint("```")',
      },
      { cell_type: 'code', outputs: [], source: ['x = 1'] },
      { cell_type: 'raw', source: [] },
    ];
    const text = await textOf({
      cells,
      metadata: { kernelspec: { name: 'python3', language: 'python' } },
      nbformat: 4,
    });
    expect(text).toBe(
      [
        '# Herons\n\nThey wait ![]().',
        '```\nprint(1)\nprint("```")\n```',
        '```\none\ntwo\n3\n<Figure>\n```',
        '```\nx = 1\n```',
      ].join('\n\n'),
    );
  });

  test('shows no picture as letters, and tables that are only there as HTML', async () => {
    const data = `data:image/png;base64,${'iVBORw0KGgo'.repeat(10)}`;
    const cells = [
      {
        cell_type: 'markdown',
        source: [`<img src="${data}" alt="A barn"> and ![A shed][shed]\n`, '\n', `[shed]: ${data}\n`, 'end'],
      },
      {
        cell_type: 'code',
        source: 'show()',
        outputs: [
          { output_type: 'display_data', data: { 'text/markdown': [`**Total** ![A plot](${data})`] } },
          { output_type: 'display_data', data: { 'text/html': ['<table><tr><td>North', '</td><td>12</td></table>'] } },
          {
            output_type: 'execute_result',
            data: {
              'text/plain': ['<IPython.core.display.HTML object>'],
              'text/html': `<style>p { }</style><p>Nine <img src="${data}"></p>`,
            },
          },
          {
            output_type: 'execute_result',
            data: { 'text/plain': ['<shop.Widget object at 0x7f1a>'], 'text/html': '<script>run()</script>' },
          },
        ],
      },
    ];
    expect(await textOf({ cells })).toBe(
      [
        '<img src="" alt="A barn"> and ![A shed][shed]\n\nend',
        '```\nshow()\n```',
        '```\n**Total** ![A plot]()\nNorth | 12\nNine\n<shop.Widget object at 0x7f1a>\n```',
      ].join('\n\n'),
    );
  });

  test('with a picture that would fill the memory is refused for that reason', async () => {
    const data = { 'image/png': 'iVBORw0KGgo='.repeat(3_000_000) };
    const cells = [{ cell_type: 'code', source: 'plot()', outputs: [{ output_type: 'display_data', data }] }];
    await expect(textOf({ cells, nbformat: 4, nbformat_minor: 5, metadata: {} })).rejects.toMatchObject({
      code: 'FILE_TOO_LARGE',
      message: expect.stringContaining('such as a picture'),
    });
  });

  test('shows an error by its name, without the colours of a terminal', async () => {
    const outputs = [
      { output_type: 'error', ename: 'ValueError', evalue: '\u001b[31mno\u001b[0m', traceback: ['long'] },
    ];
    expect(await textOf({ cells: [{ cell_type: 'code', source: ['f()'], outputs }] })).toBe(
      '```\nf()\n```\n\n```\nValueError: no\n```',
    );
  });

  test('of an older format has its cells in worksheets, with headings', async () => {
    const cells = [
      { cell_type: 'heading', level: 2, source: ['Birds'] },
      { cell_type: 'code', input: ['1 + 1'], outputs: [{ output_type: 'pyout', text: ['2'] }] },
    ];
    expect(await textOf({ worksheets: [{ cells }], nbformat: 3 })).toBe('## Birds\n\n```\n1 + 1\n```\n\n```\n2\n```');
  });

  test('cuts an output that is a log', async () => {
    const outputs = [
      { output_type: 'stream', text: Array.from({ length: 3000 }, (_, index) => `epoch ${index} done\n`) },
    ];
    const text = await textOf({ cells: [{ cell_type: 'code', source: 'train()', outputs }] });
    expect(text?.length).toBeLessThan(21_000);
    expect(text).toContain('epoch 1 done');
  });

  test.each([
    ['{"a": 1}', 'UNSUPPORTED_FILE_TYPE'],
    ['{"cells": []}', 'FILE_HAS_NO_TEXT'],
    ['{"cells": [', 'FILE_CORRUPT'],
  ])('refuses %s', async (content, code) => {
    await expect(textOf(content)).rejects.toMatchObject({ code });
  });
});
