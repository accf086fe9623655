import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { TextInput } from '../../../../../electron/server/core/document.ts';
import { readMarkdownSections } from '../../../../../electron/server/splitters/markdown/markdown-sections.ts';
import { cases } from '../../../../helpers/builders/cases.ts';
import { inPieces, splitText } from '../../../../helpers/builders/split-text.ts';

interface ReadSection {
  readonly start: number;
  readonly line: number;
  readonly headers: unknown;
  readonly text: string;
}

async function read(input: TextInput, level: number, fillUnits = 1): Promise<ReadSection[]> {
  const sections: ReadSection[] = [];
  for await (const { start, line, metadata, text } of readMarkdownSections(input, { level, fillUnits })) {
    let joined = '';
    for await (const piece of text) joined += piece;
    sections.push({ start, line, headers: metadata?.headers, text: joined });
  }
  return sections;
}

async function headingsOf(text: string, level = 6): Promise<unknown[]> {
  return (await read(text, level)).slice(1).map((section) => section.headers);
}

describe('readMarkdownSections', () => {
  const guide = 'Intro\n# Guide\ntext\n## Install\nnpm\n### Linux\napt\n## Use\nrun\n# Notes\nend';

  test('parts at headings, and says which ones each section is under', async () => {
    expect(await read(guide, 2)).toEqual([
      { start: 0, line: 1, headers: undefined, text: 'Intro\n' },
      { start: 6, line: 2, headers: { h1: 'Guide' }, text: '# Guide\ntext\n' },
      { start: 19, line: 4, headers: { h1: 'Guide', h2: 'Install' }, text: '## Install\nnpm\n### Linux\napt\n' },
      { start: 48, line: 8, headers: { h1: 'Guide', h2: 'Use' }, text: '## Use\nrun\n' },
      { start: 59, line: 10, headers: { h1: 'Notes' }, text: '# Notes\nend' },
    ]);
  });

  test('takes levels that are left out, and leaves those of a higher heading', async () => {
    expect(await headingsOf('## B\n#### D\n### C\n# A\n###### F')).toEqual([
      { h2: 'B' },
      { h2: 'B', h4: 'D' },
      { h2: 'B', h3: 'C' },
      { h1: 'A' },
      { h1: 'A', h6: 'F' },
    ]);
  });

  test.each([
    ['# Title #', [{ h1: 'Title' }]],
    ['  ##   Spaced\t##  ', [{ h2: 'Spaced' }]],
    ['# C# and F#', [{ h1: 'C# and F#' }]],
    ['#', [{ h1: '' }]],
    ['# \r\ntext', [{ h1: '' }]],
    ['#\tTab', [{ h1: 'Tab' }]],
    ['#tag\n####### seven\n    # code\ntext # not', []],
    ['```\n# not\n```\n# yes', [{ h1: 'yes' }]],
    ['~~~ sh\n# not\n```\n# not\n~~~\n# yes', [{ h1: 'yes' }]],
    ['````md\n```\n# not\n```\n````\n# yes', [{ h1: 'yes' }]],
    ['```js\n# not', []],
    ['```inline``` code\n# yes', [{ h1: 'yes' }]],
    ['``` \n# not\n``` x\n# not\n   ```   \n# yes', [{ h1: 'yes' }]],
  ])('reads %j', async (text, headings) => {
    expect(await headingsOf(`before\n${text}`)).toEqual(headings);
  });

  test('cuts a heading that goes on and on, and looks no further for it', async () => {
    const [, section] = await read(inPieces(`x\n# ${'word '.repeat(10_000)}`, [700]), 1);
    expect(section?.headers).toEqual({ h1: expect.stringMatching(/^(?:word ?){200,210}/) });
    expect(section?.text).toHaveLength(50_002);
  });

  test('gives the same sections for any pieces, and together they are the text', async () => {
    const token = fc.oneof(
      fc.constantFrom(
        '# ',
        '## ',
        '### ',
        '#',
        '\n',
        '\n\n',
        '```',
        '~~~',
        '````',
        '   ',
        'text',
        ' word',
        '\r\n',
        '\t',
      ),
      fc.stringMatching(/^[a-z]{1,5}$/),
      fc.constant('long '.repeat(300)),
    );
    const texts = fc.array(token, { maxLength: 60, size: 'max' }).map((tokens) => tokens.join(''));
    const sizes = fc.array(fc.integer({ min: 1, max: 600 }), { minLength: 1, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(texts, fc.integer({ min: 1, max: 6 }), sizes, async (text, level, pieces) => {
        const sections = await read(text, level);
        expect(await read(inPieces(text, pieces), level)).toEqual(sections);
        expect(sections.map((section) => section.text).join('')).toBe(text);
        for (const { start, line } of sections) expect(line).toBe(text.slice(0, start).split('\n').length);
      }),
      cases(100),
    );
  });
});

describe('markdownTextSplitter by headings', () => {
  test('no chunk reaches over a heading, and each says which ones it is under', async () => {
    const text = `# One\n${'word '.repeat(30)}\n\n## Two\nshort\n\n# Three\nend`;
    const params = { chunkSize: 100, chunkOverlap: 0, splitByHeaders: 'h2' };
    const chunks = await splitText('markdownTextSplitter', params, text);
    expect(chunks.map(({ text: content, metadata }) => [content.slice(0, 7), metadata])).toEqual([
      ['# One\nw', { headers: { h1: 'One' } }],
      ['word wo', { headers: { h1: 'One' } }],
      ['word wo', { headers: { h1: 'One' } }],
      ['## Two\n', { headers: { h1: 'One', h2: 'Two' } }],
      ['# Three', { headers: { h1: 'Three' } }],
    ]);
    for (const chunk of chunks) expect(text.slice(chunk.start, chunk.end)).toBe(chunk.text);
    expect(chunks.map((chunk) => chunk.fromLine)).toEqual([1, 2, 2, 4, 7]);
  });

  test('adds no headings when splitting by headings is off', async () => {
    const [chunk] = await splitText('markdownTextSplitter', {}, '# One\ntext');
    expect(chunk).toEqual({ text: '# One\ntext', fromLine: 1, toLine: 2, start: 0, end: 10 });
  });
});
