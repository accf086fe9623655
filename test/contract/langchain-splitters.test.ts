import {
  CharacterTextSplitter,
  type TextSplitter as LangChainSplitter,
  MarkdownTextSplitter,
  RecursiveCharacterTextSplitter,
  SupportedTextSplitterLanguages,
  TokenTextSplitter,
} from '@langchain/textsplitters';
import fc from 'fast-check';
import { getEncoding, type Tiktoken } from 'js-tiktoken';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import type { TextChunk } from '../../electron/server/nodes/kinds.ts';
import { createMarkdownReader } from '../../electron/server/nodes/textsplitters/html/html-to-markdown.ts';
import { splitText } from '../helpers/split-text.ts';

/**
 * Every splitter that LangChain.js has gives LangChain's chunks on the same text. Where ours differ on purpose is listed at the end:
 * blank chunks are left out, no character is parted, and text that reads like a special token is text.
 */

interface Sizes {
  readonly chunkSize: number;
  readonly chunkOverlap: number;
}

interface PlacedText {
  readonly text: string;
  readonly fromLine: number;
  readonly toLine: number;
}

/** LangChain's chunks and lines. */
async function splitByLangChain(splitter: LangChainSplitter, text: string): Promise<PlacedText[]> {
  const documents = await splitter.createDocuments([text]);
  return documents.map(({ pageContent, metadata: { loc } }) => ({
    text: pageContent,
    fromLine: loc.lines.from as number,
    toLine: loc.lines.to as number,
  }));
}

/** The same texts but for the blank ones, and the same lines wherever LangChain's search for its chunks finds their true places. */
function expectSame(ours: readonly TextChunk[], theirs: readonly PlacedText[], text: string): void {
  // A token that ends within a character: LangChain gives the broken character, see below.
  if (theirs.some((chunk) => chunk.text.includes('\ufffd'))) return;
  const notBlank = theirs.filter((chunk) => chunk.text.trim() !== '');
  expect(ours.map((chunk) => chunk.text)).toEqual(notBlank.map((chunk) => chunk.text));
  // It looks for each chunk from behind the start of the last one.
  const areFound = ours.every((chunk, index) => {
    const first = text.indexOf(chunk.text);
    return first === chunk.start && first === text.lastIndexOf(chunk.text) && first > (ours[index - 1]?.start ?? -1);
  });
  if (areFound && notBlank.length === theirs.length) expect(ours).toMatchObject(theirs);
}

const sizes: fc.Arbitrary<Sizes> = fc
  .integer({ min: 1, max: 120 })
  .chain((chunkSize) =>
    fc.record({ chunkSize: fc.constant(chunkSize), chunkOverlap: fc.integer({ min: 0, max: chunkSize - 1 }) }),
  );

/** Text out of words, white space and `special` pieces, which the splitter under test looks for. */
function texts(...special: readonly string[]): fc.Arbitrary<string> {
  const token = fc.oneof(
    { weight: 6, arbitrary: fc.stringMatching(/^[a-z]{1,12}$/) },
    { weight: 5, arbitrary: fc.constant(' ') },
    { weight: 3, arbitrary: fc.constantFrom('\n', '\n\n', '\n\n\n', '  ', '\t', '\r\n', 'ÄÖ', '日本語', '\u00a0') },
    { weight: 1, arbitrary: fc.stringMatching(/^[a-z]{20,90}$/) },
    { weight: special.length === 0 ? 0 : 4, arbitrary: fc.constantFrom('', ...special) },
  );
  return fc.array(token, { maxLength: 80, size: 'max' }).map((tokens) => tokens.join(''));
}

const TRICKY: readonly string[] = [
  '',
  ' ',
  '\n\n\n\n',
  'a',
  'word',
  'one two  three   four',
  'line\nline\nline\n',
  '\n\nstarts with a gap\n\nand ends with one\n\n',
  'no-separator-at-all-in-a-text-that-is-longer-than-a-chunk',
  `${'x'.repeat(50)} ${'y'.repeat(50)}\n\n${'z'.repeat(10)}`,
  'Ünïcödé tëxt — “quoted”, with … marks.\r\nWindows line.\r\n\r\nNext.',
  'tab\tseparated\tvalues\n1\t2\t3\n',
  'same same same same same same same same',
  'a  b  c  d  e  f  g  h  i  j  k  l  m  n  o  p',
];

const SIZES: readonly Sizes[] = [
  { chunkSize: 1, chunkOverlap: 0 },
  { chunkSize: 10, chunkOverlap: 0 },
  { chunkSize: 10, chunkOverlap: 9 },
  { chunkSize: 20, chunkOverlap: 5 },
  { chunkSize: 100, chunkOverlap: 20 },
  { chunkSize: 1000, chunkOverlap: 200 },
];

interface Contract {
  readonly name: string;
  readonly params?: Readonly<Record<string, unknown>>;
  /** LangChain's own for it. */
  readonly open: (limits: Sizes) => LangChainSplitter;
  readonly special: readonly string[];
  readonly runs: number;
}

const encodings = new Map<string, Tiktoken>();

function openTokenSplitter(encodingName: 'gpt2' | 'cl100k_base' | 'p50k_edit', limits: Sizes): LangChainSplitter {
  const splitter = new TokenTextSplitter({ ...limits, encodingName });
  // LangChain would fetch the encoding from the network; this one is the same, from the package.
  const tokenizer = encodings.get(encodingName) ?? getEncoding(encodingName);
  encodings.set(encodingName, tokenizer);
  Object.assign(splitter, { tokenizer });
  return splitter;
}

const CODE = [
  '\nclass A',
  '\nfunction f() {',
  '\n  def g():',
  '\ndef h',
  '\n\tdef i',
  '\nif ',
  '\n## ',
  '```\n\n',
  '<p>',
  '$$',
];

const contracts: readonly Contract[] = [
  {
    name: 'recursiveCharacterTextSplitter',
    open: (limits) => new RecursiveCharacterTextSplitter(limits),
    special: [],
    runs: 500,
  },
  {
    name: 'recursiveCharacterTextSplitter',
    params: { separators: '["aa", "ab", "a", " "]' },
    open: (limits) => new RecursiveCharacterTextSplitter({ ...limits, separators: ['aa', 'ab', 'a', ' '] }),
    special: ['aaa', 'ab', 'a'],
    runs: 500,
  },
  { name: 'characterTextSplitter', open: (limits) => new CharacterTextSplitter(limits), special: ['\n\n'], runs: 500 },
  {
    name: 'characterTextSplitter',
    params: { separator: '\\n' },
    open: (limits) => new CharacterTextSplitter({ ...limits, separator: '\n' }),
    special: ['\n', '\n\n'],
    runs: 500,
  },
  {
    name: 'characterTextSplitter',
    params: { separator: ', ' },
    open: (limits) => new CharacterTextSplitter({ ...limits, separator: ', ' }),
    special: [', ', ', , ', ',', ' ,'],
    runs: 500,
  },
  {
    name: 'markdownTextSplitter',
    open: (limits) => new MarkdownTextSplitter(limits),
    special: ['\n# ', '\n## ', '\n### ', '\n###### ', '```\n\n', '```', '\n\n***\n\n', '\n\n---\n\n'],
    runs: 500,
  },
  ...(['gpt2', 'cl100k_base', 'p50k_edit'] as const).map((encodingName) => ({
    name: 'tokenTextSplitter',
    params: { encodingName },
    open: (limits: Sizes) => openTokenSplitter(encodingName, limits),
    special: ["it's", "'ll", '123456', '!!!', '\r\n\r\n', 'ß', '…'],
    runs: 300,
  })),
  ...SupportedTextSplitterLanguages.map((language) => ({
    name: 'codeTextSplitter',
    params: { language },
    open: (limits: Sizes) => RecursiveCharacterTextSplitter.fromLanguage(language, limits),
    special: [
      ...CODE,
      ...RecursiveCharacterTextSplitter.getSeparatorsForLanguage(language).filter(
        (separator) => separator.trim() !== '',
      ),
    ],
    runs: 100,
  })),
];

beforeAll(() => {
  // LangChain says on the console which chunks came out too long.
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  return () => vi.restoreAllMocks();
});

describe.each(contracts)('$name $params', ({ name, params = {}, open, special, runs }) => {
  test('gives LangChain’s chunks of tricky texts', async () => {
    for (const limits of SIZES) {
      for (const text of [
        ...TRICKY,
        special.join('text'),
        special.join(''),
        special.toReversed().join('\n\nmore text '),
      ]) {
        const ours = await splitText(name, { ...params, ...limits }, text);
        expectSame(ours, await splitByLangChain(open(limits), text), text);
      }
    }
  });

  test('gives LangChain’s chunks of any text', async () => {
    await fc.assert(
      fc.asyncProperty(texts(...special), sizes, async (text, limits) => {
        const ours = await splitText(name, { ...params, ...limits }, text);
        const theirs = await splitByLangChain(open(limits), text);
        expectSame(ours, theirs, text);
      }),
      { numRuns: runs },
    );
  });
});

test('htmlToMarkdownTextSplitter gives LangChain’s chunks of the Markdown that it makes', async () => {
  const page = `<h1>Title</h1>${'<h2>Part</h2><p>Some words of it, again and again.</p><ul><li>a<li>b</ul><pre># code</pre>'.repeat(20)}`;
  const reader = await createMarkdownReader();
  const markdown = reader.write(page) + reader.end();
  for (const limits of SIZES) {
    const ours = await splitText('htmlToMarkdownTextSplitter', { ...limits }, page);
    expectSame(ours, await splitByLangChain(new MarkdownTextSplitter(limits), markdown), markdown);
  }
});
