import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { makeEmbeddingPoolSuite, never, quiet } from '../helpers/servers/embedding-pool-suite.ts';

/*
 * The first numbers of vectors that other programs made of the same sentences. Prefix, pooling and normalisation are seen in them: with another one each
 * number is another.
 */
const VECTORS = [
  {
    // The card of Xenova/all-MiniLM-L6-v2: transformers.js, q8. Its whole numbers are rounded in another way from processor to processor.
    model: 'Xenova/all-MiniLM-L6-v2',
    sentence: 'This is an example sentence',
    numbers: [0.045926966, 0.07328181, 0.05400655],
    within: 0.015,
  },
  {
    // fastembed's tests for BAAI/bge-small-en-v1.5, which have 32 bits; ours has 8.
    model: 'Xenova/bge-small-en-v1.5',
    sentence: 'hello world',
    numbers: [0.01522374, -0.02271799, 0.00860278, -0.07424029, 0.00386434],
    within: 0.03,
  },
] as const;

const E5 = 'Xenova/multilingual-e5-small';

/** The sum of the numbers of each vector without a prefix, of the tests of fastembed-rs for this model, which have 32 bits; ours has 8. */
const E5_SUMS = [
  { sentence: 'Hello, World!', sum: -0.2640718 },
  { sentence: 'This is an example passage.', sum: -0.13929011 },
  { sentence: 'fastembed-rs is licensed under Apache-2.0', sum: -0.08091972 },
  { sentence: 'Some other short text here blah blah blah', sum: -0.12388548 },
] as const;
/** The sums of all-MiniLM-L6-v2 with 32 and with 8 bits differ by up to .06 there. */
const SUM_WITHIN = 0.1;

/** Questions with their passages, of the card of intfloat/multilingual-e5-small, which has no vectors. */
const PAIRS = [
  {
    question: 'how much protein should a female eat',
    passage:
      "As a general guideline, the CDC's average requirement of protein for women ages 19 to 70 is 46 grams per day. But, as you can see from this chart, you'll need to increase that if you're expecting or training for a marathon. Check out the chart below to see how much protein you should be eating each day.",
  },
  {
    question: '南瓜的家常做法',
    passage:
      '1.清炒南瓜丝 原料:嫩南瓜半个 调料:葱、盐、白糖、鸡精 做法: 1、南瓜用刀薄薄的削去表面一层皮,用勺子刮去瓤 2、擦成细丝(没有擦菜板就用刀慢慢切成细丝) 3、锅烧热放油,入葱花煸出香味 4、入南瓜丝快速翻炒一分钟左右,放盐、一点白糖和鸡精调味出锅',
  },
] as const;

const HUB = 'https://huggingface.co';
const skipReason = await fetch(HUB, { method: 'HEAD', signal: AbortSignal.timeout(10_000) }).then(
  () => undefined,
  () => `${HUB} can't be reached`,
);
if (skipReason !== undefined) console.warn(`\nTHE TESTS OF THE HUB'S MODELS ARE SKIPPED: ${skipReason}.\n`);

function dot(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0);
}

describe.skipIf(skipReason !== undefined)('A model of the hub', () => {
  const suite = makeEmbeddingPoolSuite();
  const { createPool } = suite;

  test.each(VECTORS)('$model makes the vectors that it makes elsewhere', async ({ model, ...reference }) => {
    const opened = await createPool({}).openLocalModel(model, quiet);
    const [vector = new Float32Array()] = await opened.embedDocuments([reference.sentence], never);
    expect(dot(vector, vector)).toBeCloseTo(1, 5);
    for (const [index, number] of reference.numbers.entries()) {
      expect(Math.abs((vector[index] ?? 0) - number)).toBeLessThan(reference.within);
    }
  });

  test(`${E5} pools and normalises as it does elsewhere, and tells questions from passages`, async () => {
    const pool = createPool({});
    const model = await pool.openLocalModel(E5, quiet);
    // Under a name that says nothing a model has no prefix.
    const folder = join(suite.dataDir, 'plain');
    await symlink(suite.modelFolder(E5), folder);
    const plain = await pool.openLocalModel(folder, quiet);
    for (const { sentence, sum } of E5_SUMS) {
      const [vector, passage, question] = await plain.embedDocuments(
        [sentence, `passage: ${sentence}`, `query: ${sentence}`],
        never,
      );
      if (vector === undefined || passage === undefined || question === undefined) throw new Error('no vector');
      expect(dot(vector, vector)).toBeCloseTo(1, 5);
      expect(Math.abs(vector.reduce((total, number) => total + number, 0) - sum)).toBeLessThan(SUM_WITHIN);
      expect((await model.embedDocuments([sentence], never))[0]).toEqual(passage);
      expect(await model.embedQuery(sentence, never)).toEqual(question);
    }
  });

  test(`${E5} finds the passage of each question of its card`, async () => {
    const model = await createPool({}).openLocalModel(E5, quiet);
    const passages = await model.embedDocuments(
      PAIRS.map(({ passage }) => passage),
      never,
    );
    for (const [own, { question }] of PAIRS.entries()) {
      const asked = await model.embedQuery(question, never);
      expect(dot(asked, asked)).toBeCloseTo(1, 5);
      const scores = passages.map((passage) => dot(asked, passage));
      expect(scores.indexOf(Math.max(...scores))).toBe(own);
    }
  });
});
