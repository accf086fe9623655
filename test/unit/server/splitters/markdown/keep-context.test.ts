import { describe, expect, test } from 'vitest';
import { inPieces, splitText } from '../../../../helpers/builders/split-text.ts';

const SPLITTERS = ['recursiveCharacterTextSplitter', 'markdownTextSplitter'];
const HEAD = '| pump | litres |\n| --- | --- |';
const rows = Array.from({ length: 40 }, (_, at) => `| P${at} | ${at * 10} per minute |`);
const table = `# Pumps\n\n${HEAD}\n${rows.join('\n')}\n\nThe end of it.`;
const code = `Run it:\n\n\`\`\`py\n${Array.from({ length: 30 }, (_, at) => `print("line ${at}")`).join('\n')}\n\`\`\`\n\nThen stop.`;

describe.each(SPLITTERS)('%s', (name) => {
  const split = (text: string, chunkSize = 200) => splitText(name, { chunkSize, chunkOverlap: 0 }, text);

  test('repeats the heading row in each piece of a table', async () => {
    const chunks = await split(table);
    expect(chunks.length).toBeGreaterThan(4);
    for (const { text } of chunks) {
      if (/^\| P/m.test(text)) expect(text).toContain(`${HEAD}\n| P`);
      expect(text.length).toBeLessThanOrEqual(200);
    }
    const written = chunks.map(({ text }) => text).join('\n');
    for (const row of rows) expect(written.split(row).length, row).toBe(2);
  });

  test('keeps the fences of each piece of code', async () => {
    const chunks = await split(code);
    expect(chunks.length).toBeGreaterThan(2);
    for (const { text } of chunks) {
      if (text.includes('print'))
        expect(text).toMatch(/^(?:Run it:\n\n)?```py\nprint[\s\S]*\n```(?:\n\nThen stop\.)?$/);
      expect(text.length).toBeLessThanOrEqual(200);
    }
    expect(chunks.at(-1)?.text.endsWith('Then stop.')).toBe(true);
  });

  test('gives no heading alone, and where it can no chunk that is too long', async () => {
    const text = `# Title\n\n## Part one\n\n${'Words of the first part. '.repeat(8)}\n\n## Part two\n\n${'And more. '.repeat(20)}\n\n## Last`;
    const chunks = await split(text);
    const alone = chunks.filter((chunk) => /^#+ [^\n]*$/.test(chunk.text));
    expect(alone.map((chunk) => chunk.text)).toEqual(['## Last']);
    expect(chunks[0]?.text).toMatch(/^# Title\n\n## Part one\n\nWords/);
    for (const chunk of chunks) {
      expect(chunk.text.length).toBeLessThanOrEqual(200);
      expect(chunk.text).toBe(text.slice(chunk.start, chunk.end));
    }
  });

  test('gives the same wherever the text is cut into pieces', async () => {
    const text = `${table}\n\n${code}`;
    const whole = await split(text, 150);
    expect(await splitText(name, { chunkSize: 150, chunkOverlap: 0 }, inPieces(text, [7, 64, 1]))).toEqual(whole);
  });

  test('ends code that is the end of the text once', async () => {
    const text = '# Add\n\n~~~js\nlet a = 1;\nlet b = 2;\n\n~~~';
    for (const chunkSize of [30, 34, 40]) {
      const chunks = await split(text, chunkSize);
      expect(chunks.at(-1)?.end).toBe(text.length);
      expect(chunks.at(-1)?.text).toMatch(/^(?:# Add\n\n)?~~~js\nlet [^~]*\n~~~$/);
    }
  });

  test('keeps the order of places where chunks overlap, and loses no row', async () => {
    const text = `${table}\r\n\r\n${'Words of it. '.repeat(20)}`;
    const chunks = await splitText(name, { chunkSize: 200, chunkOverlap: 150 }, text);
    let last = { start: 0, end: 0 };
    for (const chunk of chunks) {
      expect(chunk.text.endsWith(text.slice(chunk.start, chunk.end))).toBe(true);
      expect(chunk.text.length).toBeLessThanOrEqual(200);
      expect(chunk.start).toBeGreaterThanOrEqual(last.start);
      expect(chunk.end).toBeGreaterThanOrEqual(last.end);
      expect(text.slice(last.end, chunk.start).trim()).toBe('');
      last = chunk;
    }
  });

  test('joins a heading as the text has it, and only what is a whole line', async () => {
    const words = 'Words of it. '.repeat(9);
    const [first, second] = await split(`# Next\r\n \r\n ${words}`, 100);
    expect(first).toMatchObject({
      text: expect.stringMatching(/^# Next\r\n \r\n Words/),
      start: 0,
      fromLine: 1,
      toLine: 3,
    });
    expect(second).toMatchObject({ text: expect.stringMatching(/^(?:Words|of|it)/), fromLine: 3 });
    const cut = await split(`# ${'a'.repeat(20)} a`, 22);
    expect(cut).toMatchObject([
      { text: `# ${'a'.repeat(20)}`, toLine: 1 },
      { text: 'a', fromLine: 1 },
    ]);
  });

  test('reads code that begins in the line behind a table', async () => {
    const chunks = await split(`${HEAD}\n| P | 1 |\n~~~\nlet a;\n~~~\n${'Words of it. '.repeat(30)}`);
    expect(chunks.at(-1)?.text).toMatch(/^[Words of it.]+$/);
  });

  test('leaves a heading row that fills the chunk, and a table without names', async () => {
    const chunks = await split(`| ${'name '.repeat(20)}|\n|---|\n| a | b |\n| c | d |\n\n| no | rule |\n| e | f |`, 60);
    expect(chunks.slice(-2).map(({ text }) => text)).toEqual([
      '|---|\n| a | b |\n| c | d |',
      '| no | rule |\n| e | f |',
    ]);
    for (const { text } of chunks) expect(text.length).toBeLessThanOrEqual(60);
  });
});

test('sections keep their own headings', async () => {
  const text = '# One\n\n## Empty\n\n## Two\n\nWords of two.';
  const chunks = await splitText(
    'markdownTextSplitter',
    { chunkSize: 100, chunkOverlap: 0, splitByHeaders: 'h2' },
    text,
  );
  expect(chunks.map((chunk) => chunk.text)).toEqual(['# One\n\n## Empty', '## Two\n\nWords of two.']);
});
