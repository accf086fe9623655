import { createRequire } from 'node:module';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  readVocabulary,
  type VocabularyEntry,
} from '../../../../../../electron/server/embedding/local/use-lite/model-files.ts';
import {
  createTokenizer,
  type Tokenizer,
} from '../../../../../../electron/server/embedding/local/use-lite/tokenizer.ts';
import { cases } from '../../../../../helpers/builders/cases.ts';

interface OriginalModel {
  readonly tokenizer: { encode(text: string): number[] };
}
type OriginalClass = new (data: { vocabulary: readonly VocabularyEntry[] }) => OriginalModel;

const corpus = [
  '',
  ' ',
  '   leading and trailing   ',
  'Hello, world.',
  'tabs\tand\nnew lines\r\nand\u00a0hard spaces',
  'Refunds are paid within fourteen days, provided that the goods come back in their original packaging.',
  'ALL CAPS, CamelCase, snake_case, kebab-case, 3.14159, 1,000,000 and 50 %',
  'Ünïcödé: naïve café, Straße, Ærøskøbing, Łódź',
  'Ligatures and widths that NFKC changes: ﬁne ﬂow ｆｕｌｌ ① ½ ™',
  '漢字と仮名 한국어 ภาษาไทย العربية עברית русский ελληνικά',
  '😀 👩‍👩‍👧‍👦 🇩🇪 e\u0301 \u200b\ufeff',
  'a lone surrogate: \ud83d here, and \udc00 there',
  '\u2581\u2581already marked\u2581spaces',
  '<s> </s> extra_token_id_1 \ufffd',
  'constructor __proto__ toString hasOwnProperty',
  'const x = (a, b) => a?.[b] ?? { a }; // code',
  'x'.repeat(500),
  'a long text of many words that goes on and on, '.repeat(40),
];

describe('the tokenizer of the built-in model', () => {
  let tokenizer: Tokenizer;
  let original: OriginalModel['tokenizer'];

  beforeAll(async () => {
    const vocabulary = await readVocabulary();
    const { EmbeddingsModel } = createRequire(import.meta.url)('@energetic-ai/embeddings') as {
      EmbeddingsModel: OriginalClass;
    };
    original = new EmbeddingsModel({ vocabulary }).tokenizer;
    tokenizer = createTokenizer(vocabulary);
  });

  it.each(corpus)('gives the ids of the original for %j', (text) => {
    expect(Array.from(tokenizer.encode(text))).toEqual(original.encode(text));
  });

  it('gives the ids of the original for any text', () => {
    const word = fc.constantFrom('the', 'Data', 'über', '漢', '😀', '-', '\u2581', '\n', '  ', '42', 'ﬁ', 'e\u0301');
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 60 }),
      fc.string({ unit: 'grapheme', maxLength: 60 }),
      fc.array(word, { maxLength: 40 }).map((words) => words.join('')),
    );
    fc.assert(
      fc.property(text, (value) => {
        expect(Array.from(tokenizer.encode(value))).toEqual(original.encode(value));
      }),
      cases(200),
    );
  });

  it('keeps no state between texts', () => {
    const long = corpus.at(-1) ?? '';
    const before = tokenizer.encode('Hello, world.');
    tokenizer.encode(long);
    expect(tokenizer.encode('Hello, world.')).toEqual(before);
  });
});
