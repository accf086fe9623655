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
import type { TextChunk } from '../../electron/server/core/chunk.ts';
import { createMarkdownReader } from '../../electron/server/splitters/markdown/html-to-markdown.ts';
import { splitMarkdown } from '../../electron/server/splitters/markdown/split-markdown.ts';
import { CODE_LANGUAGES } from '../../shared/nodes/textsplitters/code-text-splitter.ts';
import { cases } from '../helpers/builders/cases.ts';
import { collect } from '../helpers/builders/collect.ts';
import { splitText } from '../helpers/builders/split-text.ts';

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
  /** What cuts for the node, where this gives the pieces of tables and code more than LangChain does. */
  readonly cut?: (text: string, limits: Sizes) => Promise<TextChunk[]>;
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
    runs: 50,
  },
  {
    name: 'recursiveCharacterTextSplitter',
    params: { separators: '["aa", "ab", "a", " "]' },
    open: (limits) => new RecursiveCharacterTextSplitter({ ...limits, separators: ['aa', 'ab', 'a', ' '] }),
    special: ['aaa', 'ab', 'a'],
    runs: 50,
  },
  { name: 'characterTextSplitter', open: (limits) => new CharacterTextSplitter(limits), special: ['\n\n'], runs: 50 },
  {
    name: 'characterTextSplitter',
    params: { separator: '\\n' },
    open: (limits) => new CharacterTextSplitter({ ...limits, separator: '\n' }),
    special: ['\n', '\n\n'],
    runs: 50,
  },
  {
    name: 'characterTextSplitter',
    params: { separator: ', ' },
    open: (limits) => new CharacterTextSplitter({ ...limits, separator: ', ' }),
    special: [', ', ', , ', ',', ' ,'],
    runs: 50,
  },
  {
    name: 'markdownTextSplitter',
    open: (limits) => new MarkdownTextSplitter(limits),
    cut: (text, limits) => collect(splitMarkdown(text, limits)),
    special: ['\n# ', '\n## ', '\n### ', '\n###### ', '```\n\n', '```', '\n\n***\n\n', '\n\n---\n\n'],
    runs: 50,
  },
  ...(['gpt2', 'cl100k_base', 'p50k_edit'] as const).map((encodingName) => ({
    name: 'tokenTextSplitter',
    params: { encodingName },
    open: (limits: Sizes) => openTokenSplitter(encodingName, limits),
    special: ["it's", "'ll", '123456', '!!!', '\r\n\r\n', 'ß', '…'],
    runs: 30,
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
    runs: 15,
  })),
];

beforeAll(() => {
  // LangChain says on the console which chunks came out too long.
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  return () => vi.restoreAllMocks();
});

describe.each(contracts)('$name $params', ({ name, params = {}, open, special, runs, cut }) => {
  const split = cut ?? ((text: string, limits: Sizes) => splitText(name, { ...params, ...limits }, text));

  test('gives LangChain’s chunks of tricky texts', async () => {
    for (const limits of SIZES) {
      for (const text of [
        ...TRICKY,
        special.join('text'),
        special.join(''),
        special.toReversed().join('\n\nmore text '),
      ]) {
        expectSame(await split(text, limits), await splitByLangChain(open(limits), text), text);
      }
    }
  });

  test('gives LangChain’s chunks of any text', async () => {
    await fc.assert(
      fc.asyncProperty(texts(...special), sizes, async (text, limits) => {
        const ours = await split(text, limits);
        const theirs = await splitByLangChain(open(limits), text);
        expectSame(ours, theirs, text);
      }),
      cases(runs),
    );
  });
});

test('htmlToMarkdownTextSplitter gives the chunks of the Markdown that it makes', async () => {
  const page = `<h1>Title</h1>${'<h2>Part</h2><p>Some words of it, again and again.</p><ul><li>a<li>b</ul><pre># code</pre>'.repeat(20)}`;
  const reader = await createMarkdownReader();
  const markdown = reader.write(page) + reader.end();
  for (const limits of SIZES) {
    const ours = await splitText('htmlToMarkdownTextSplitter', { ...limits }, page);
    expect(ours).toEqual(await splitText('markdownTextSplitter', { ...limits }, markdown));
  }
});

describe('where ours differ from LangChain’s on purpose', () => {
  const sizes10 = { chunkSize: 10, chunkOverlap: 0 };

  async function both(name: string, theirs: LangChainSplitter, params: Sizes & Record<string, unknown>, text: string) {
    const ours = await splitText(name, params, text);
    return { ours: ours.map((chunk) => chunk.text), theirs: await theirs.splitText(text) };
  }

  test('blank chunks are left out', async () => {
    const tokens = openTokenSplitter('gpt2', { chunkSize: 1, chunkOverlap: 0 });
    const { ours, theirs } = await both('tokenTextSplitter', tokens, { chunkSize: 1, chunkOverlap: 0 }, 'a\n\n b');
    expect(theirs).toContain('\n\n');
    expect(ours).toEqual(theirs.filter((chunk) => chunk.trim() !== ''));
  });

  test('a character of two units, or of several tokens, is not parted', async () => {
    const text = '😀'.repeat(6);
    const recursive = new RecursiveCharacterTextSplitter({ chunkSize: 3, chunkOverlap: 0 });
    const cut = await both('recursiveCharacterTextSplitter', recursive, { chunkSize: 3, chunkOverlap: 0 }, text);
    expect(cut.theirs.every((chunk) => chunk.isWellFormed())).toBe(false);
    expect(cut.ours).toEqual(Array.from(text));
    const tokens = openTokenSplitter('gpt2', { chunkSize: 3, chunkOverlap: 0 });
    const parted = await both('tokenTextSplitter', tokens, { chunkSize: 3, chunkOverlap: 0 }, text);
    expect(parted.theirs.join('')).toContain('\ufffd');
    expect(parted.ours.join('')).toBe(text);
  });

  test('text that reads like a special token is text, where LangChain refuses the document', async () => {
    const tokens = openTokenSplitter('gpt2', sizes10);
    await expect(tokens.splitText('a <|endoftext|> b')).rejects.toThrow('not allowed');
    const [chunk] = await splitText('tokenTextSplitter', { chunkSize: 20, chunkOverlap: 0 }, 'a <|endoftext|> b');
    expect(chunk?.text).toBe('a <|endoftext|> b');
  });

  test('lines are those of the place, where LangChain takes the first place that reads the same', async () => {
    const text = 'again\nagain and\nagain\nnow';
    const recursive = new RecursiveCharacterTextSplitter({ chunkSize: 6, chunkOverlap: 0 });
    const ours = await splitText('recursiveCharacterTextSplitter', { chunkSize: 6, chunkOverlap: 0 }, text);
    const theirs = await splitByLangChain(recursive, text);
    expect(ours.map((chunk) => chunk.text)).toEqual(theirs.map((chunk) => chunk.text));
    expect(ours.map((chunk) => chunk.fromLine)).toEqual([1, 2, 2, 3, 4]);
  });

  test('the languages that LangChain.js does not know have separators, too', async () => {
    const known: readonly string[] = SupportedTextSplitterLanguages;
    const ours = CODE_LANGUAGES.map(({ value }) => value);
    expect(ours.filter((value) => known.includes(value)).toSorted()).toEqual(known.toSorted());
    for (const value of ours) {
      const text = 'one line of code\n'.repeat(4);
      const chunks = await splitText('codeTextSplitter', { language: value, chunkSize: 20, chunkOverlap: 0 }, text);
      expect(chunks.length).toBeGreaterThan(3);
    }
  });
});
