import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { TextChunk } from '../../../../../electron/server/core/chunk.ts';
import { openSplitter } from '../../../../../electron/server/nodes/open-loader.ts';
import { openBpeTokenizer } from '../../../../../electron/server/splitters/tokens/bpe-tokenizer.ts';
import { cases } from '../../../../helpers/builders/cases.ts';
import { ELSEWHERE, inPieces, splitText } from '../../../../helpers/builders/split-text.ts';

/** What holds for every splitter, whatever the text and the pieces that it comes in. */

const token = fc.oneof(
  { weight: 8, arbitrary: fc.stringMatching(/^[a-zA-Z]{1,12}$/) },
  { weight: 6, arbitrary: fc.constant(' ') },
  {
    weight: 2,
    arbitrary: fc.constantFrom('\n', '\n\n', '\n\n\n', '\t', '\r\n', '. ', '! ', '? ', ', ', "it's ", '123 '),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '# ',
      '\n# One\n',
      '\n## Two\n',
      '\n```\n',
      '~~~\n',
      '\nclass A',
      '\n- item',
      '| a | b |',
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom('日本語。', '😀', 'Ünï', '👩‍👩‍👧', '\u00a0', '<p>', '&amp;', '<|endoftext|>'),
  },
  { weight: 1, arbitrary: fc.constantFrom('ที่นี่', 'नमस्ते', 'e\u0301'.repeat(3), '🇩🇪🇫🇷', '한글', '👍🏽', '中文没有空格') },
  { weight: 1, arbitrary: fc.stringMatching(/^[a-z]{20,90}$/) },
);
const texts = fc.array(token, { maxLength: 250, size: 'max' }).map((tokens) => tokens.join(''));
const pieceSizes = fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 8 });
/** A character may take two units, or four tokens: a chunk holds at least one. */
const sizes = fc
  .integer({ min: 4, max: 120 })
  .chain((chunkSize) =>
    fc.record({ chunkSize: fc.constant(chunkSize), chunkOverlap: fc.integer({ min: 0, max: chunkSize - 1 }) }),
  );

interface Subject {
  readonly name: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** Whether chunks are verbatim pieces of the text, and together have all of it but white space. */
  readonly isVerbatim: boolean;
  readonly measure?: (chunk: TextChunk, text: string) => number;
}

const gpt2 = await openBpeTokenizer('gpt2');

let measured = { text: '', ends: gpt2.findTokens('') };

/** The tokens of the whole text that lie in the chunk. */
function tokensWithin({ start, end }: TextChunk, text: string): number {
  if (measured.text !== text) measured = { text, ends: gpt2.findTokens(text) };
  const { ends } = measured;
  return ends.indexOf(end) - (start === 0 ? -1 : ends.indexOf(start));
}

const characters = (chunk: TextChunk): number => chunk.text.length;

const subjects: readonly Subject[] = [
  { name: 'recursiveCharacterTextSplitter', params: {}, isVerbatim: true, measure: characters },
  { name: 'characterTextSplitter', params: { separator: ' ' }, isVerbatim: false },
  { name: 'markdownTextSplitter', params: {}, isVerbatim: true, measure: characters },
  { name: 'markdownTextSplitter', params: { splitByHeaders: 'h2' }, isVerbatim: true, measure: characters },
  { name: 'codeTextSplitter', params: { language: 'ts' }, isVerbatim: true, measure: characters },
  { name: 'codeTextSplitter', params: { language: 'haskell' }, isVerbatim: true, measure: characters },
  { name: 'tokenTextSplitter', params: {}, isVerbatim: true, measure: tokensWithin },
  { name: 'htmlToMarkdownTextSplitter', params: {}, isVerbatim: false, measure: characters },
];

/** Where a text may be cut without separating what readers see as one character, unless that is longer than `most` units. */
function placesToCut(text: string, most: number): ReadonlySet<number> {
  const places = new Set<number>([text.length]);
  for (const { segment, index } of new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text)) {
    const last = segment.length > most ? segment.length : 1;
    for (let at = 0; at < last; at += 1) places.add(index + at);
  }
  return places;
}

function bare(text: string): string {
  return text.replace(/\s+/g, '');
}

/** The text that the chunks cover, in its order. */
function coverage(chunks: readonly TextChunk[], text: string): string {
  let covered = 0;
  let found = '';
  for (const { start, end } of chunks) {
    found += text.slice(Math.max(start, covered), end);
    covered = Math.max(covered, end);
  }
  return found;
}

/** The place of a chunk if it is its text, or all of its text but the fences that a piece of a block of code repeats. */
function unrepeated({ text: whole, start, end }: TextChunk, text: string): string {
  const body = whole.replace(/^ {0,3}(?:`{3}|~{3})\n/, '');
  const readings = [whole, body].flatMap((one) => [one, one.replace(/\n(?:`{3}|~{3})$/, '')]);
  return readings.find((one) => one === text.slice(start, end)) ?? whole;
}

/** Places go on, and lines are those of the places. */
function expectPlaces(chunks: readonly TextChunk[], text: string): void {
  let last = { start: -1, end: 0 };
  for (const chunk of chunks) {
    expect(text.slice(chunk.start, chunk.end)).toBe(unrepeated(chunk, text));
    expect(chunk.start).toBeGreaterThanOrEqual(last.start);
    // As in LangChain, a chunk may be the end of the one before, when what made it longer was white space.
    expect(chunk.end).toBeGreaterThanOrEqual(last.end);
    expect(chunk.fromLine).toBe(text.slice(0, chunk.start).split('\n').length);
    expect(chunk.toLine).toBe(text.slice(0, chunk.end).split('\n').length);
    expect(chunk.text.trim()).not.toBe('');
    last = chunk;
  }
}

describe.each(subjects)('$name $params', ({ name, params, isVerbatim, measure }) => {
  test('gives the same chunks for any pieces, in place, within the limit, and none of the text is lost', async () => {
    await fc.assert(
      fc.asyncProperty(texts, sizes, pieceSizes, async (text, limits, pieces) => {
        const chunks = await splitText(name, { ...params, ...limits }, text);
        expect(await splitText(name, { ...params, ...limits }, inPieces(text, pieces))).toEqual(chunks);
        if (isVerbatim) {
          expectPlaces(chunks, text);
          expect(bare(coverage(chunks, text))).toBe(bare(text));
        }
        if (measure === characters && isVerbatim) {
          const places = placesToCut(text, limits.chunkSize);
          for (const { start, end } of chunks) expect([places.has(start), places.has(end)]).toEqual([true, true]);
        }
        for (const chunk of chunks) {
          expect(chunk.text.isWellFormed()).toBe(true);
          expect(measure?.(chunk, text) ?? 0).toBeLessThanOrEqual(limits.chunkSize);
        }
      }),
      cases(30),
    );
  });

  test('refuses an overlap that is not smaller than the chunk', async () => {
    await expect(openSplitter(name, { ...params, chunkSize: 100, chunkOverlap: 100 }, ELSEWHERE)).rejects.toThrow(
      'must be smaller than the chunk size',
    );
  });
});

describe.each([undefined, 'built-in'])('sentenceTextSplitter for the model %s', (localModel) => {
  const context = { ...ELSEWHERE, localModel };

  test('gives the same chunks for any pieces, in place, within the limit, and none of the text is lost', async () => {
    const { openTokenCounter } = await import('../../../../../electron/server/splitters/tokens/token-counter.ts');
    const { count } = await openTokenCounter(context);
    const limits = fc.record({
      maxTokens: fc.integer({ min: 8, max: 60 }),
      overlapSentences: fc.integer({ min: 0, max: 3 }),
    });
    await fc.assert(
      fc.asyncProperty(texts, limits, pieceSizes, async (text, params, pieces) => {
        const chunks = await splitText('sentenceTextSplitter', params, text, context);
        expect(await splitText('sentenceTextSplitter', params, inPieces(text, pieces), context)).toEqual(chunks);
        expectPlaces(chunks, text);
        expect(bare(coverage(chunks, text))).toBe(bare(text));
        for (const chunk of chunks) {
          expect(count(chunk.text)).toBeLessThanOrEqual(params.maxTokens);
          expect(chunk.text.isWellFormed()).toBe(true);
        }
      }),
      cases(20),
    );
  });
});

/** Two sentences, of which the second goes on in the next line, and behind an empty line a third. */
const SCRIPTS = {
  Thai: ['ห้องสมุดเปิดทุกวันตอนเก้าโมงเช้า', 'เด็กยืมหนังสือ\nได้ครั้งละสามเล่ม', 'ร้านกาแฟอยู่ชั้นล่าง'],
  Hindi: ['पुस्तकालय सुबह नौ बजे खुलता है।', 'बच्चे तीन किताबें\nले सकते हैं।', 'दुकान नीचे की मंज़िल पर है।'],
  Arabic: ['تفتح المكتبة كل يوم صباحا.', 'هل يستعير الأطفال\nثلاثة كتب؟', 'المقهى في الطابق الأرضي قرب الباب.'],
} as const;
const SPLITTERS = {
  sentenceTextSplitter: { maxTokens: 40, overlapSentences: 0 },
  recursiveCharacterTextSplitter: { chunkSize: 40, chunkOverlap: 0 },
};

describe.each(Object.entries(SPLITTERS))('%s', (name, params) => {
  test.each(Object.entries(SCRIPTS))(
    'says in which lines of a text in %s its chunks are',
    async (_script, sentences) => {
      const [first, second, third] = sentences;
      const chunks = await splitText(name, params, `\n${first}\n${second}\n\n${third}`);
      expect(chunks).toMatchObject([
        { text: first, fromLine: 2, toLine: 2 },
        { text: second, fromLine: 3, toLine: 4 },
        { text: third, fromLine: 6, toLine: 6 },
      ]);
    },
  );
});
