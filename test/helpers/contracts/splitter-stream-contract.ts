import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { openSplitter } from '../../../electron/server/nodes/open-loader.ts';
import { ELSEWHERE } from '../builders/split-text.ts';

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

const MB = 1024 * 1024;

/** A page of text, the same at every place but for its number. */
function page(number: number): string {
  const lines = Array.from({ length: 12 }, (_, line) => {
    return `Line ${line} of page ${number} says that the otter swam past the old mill, again and again. It was not seen.`;
  });
  return `## Page ${number}\n\n<h2>Part</h2><p>${lines.join('\n')}</p>\n\n\nfunction page${number}() {\n  return ${number};\n}\n\n`;
}

/** A stream that counts what was taken of it. */
function createStream(totalUnits: number) {
  const state = { taken: 0 };
  async function* pieces(): AsyncGenerator<string> {
    for (let number = 0; state.taken < totalUnits; number += 1) {
      const text = page(number);
      state.taken += text.length;
      yield text;
    }
  }
  return { pieces: pieces(), state };
}

interface Subject {
  readonly name: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** As much as takes a few seconds. */
  readonly megabytes: number;
}

const subjects: readonly Subject[] = [
  { name: 'recursiveCharacterTextSplitter', params: {}, megabytes: 200 },
  { name: 'characterTextSplitter', params: {}, megabytes: 200 },
  { name: 'markdownTextSplitter', params: {}, megabytes: 200 },
  { name: 'markdownTextSplitter', params: { splitByHeaders: 'h2' }, megabytes: 200 },
  { name: 'codeTextSplitter', params: { language: 'js' }, megabytes: 200 },
  { name: 'tokenTextSplitter', params: {}, megabytes: 30 },
  { name: 'htmlToMarkdownTextSplitter', params: {}, megabytes: 30 },
  { name: 'sentenceTextSplitter', params: {}, megabytes: 8 },
];

/**
 * Every splitter takes a stream of any length: it holds a chunk and some text, never all of it.
 * @param mostMegabytes what a stream has at most
 */
export function describeSplitterStreams(mostMegabytes: number): void {
  const sized = subjects.map((subject) => ({ ...subject, megabytes: Math.min(subject.megabytes, mostMegabytes) }));
  test.each(sized)('$name $params splits $megabytes MB while it holds a few', async ({ name, params, megabytes }) => {
    const splitter = await openSplitter(name, params, ELSEWHERE);
    if (splitter === undefined) throw new Error(`No splitter ${name}`);
    const { pieces, state } = createStream(megabytes * MB);
    let count = 0;
    let last = 0;
    let ahead = 0;
    let heapAtStart = 0;
    let heap = 0;
    for await (const chunk of splitter.split(pieces)) {
      count += 1;
      last = chunk.end;
      ahead = Math.max(ahead, state.taken - chunk.end);
      if (count % 20_000 === 2000) {
        collectGarbage();
        heap = Math.max(heap, process.memoryUsage().heapUsed);
        heapAtStart ||= heap;
      }
    }
    expect(count).toBeGreaterThan(megabytes * 300);
    // To the end. (Markdown is a little shorter than its HTML.)
    expect(state.taken - last).toBeLessThan(MB);
    // What it has read and not cut yet: twice what it takes in at a time, at most.
    expect(ahead).toBeLessThan(4 * MB);
    expect(heap - heapAtStart).toBeLessThan(30 * MB);
  });
}
