import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { type ExtractedAnswer, extractAnswer } from '../../electron/server/answers/extract-answer.ts';
import type { AnswerPassage } from '../../electron/server/core/answer.ts';
import { FRESH_NEAR_MISSES, FRESH_QUESTIONS } from '../fixtures/answers/fresh-questions.ts';
import { ANSWERABLE, NEAR_MISSES, QUESTIONS, type Question } from '../fixtures/answers/questions.ts';
import { makeFlow } from '../helpers/builders/flows.ts';
import { setUpApiSuite } from '../helpers/servers/api-suite.ts';

/** As many passages as a question is answered from. */
const TOP_K = 8;

const suite = setUpApiSuite();

/** Makes a flow that holds the documents of a folder of `test/fixtures/answers`. */
async function upsertFolder(folder: string): Promise<string> {
  const path = join(import.meta.dirname, '../fixtures/answers', folder);
  const names = await readdir(path);
  const files = names.map(async (name) => ({ name, content: await readFile(join(path, name), 'utf8') }));
  const { id } = await suite.api.createFlow(makeFlow());
  await suite.api.upsert(id, await Promise.all(files));
  return id;
}

interface Asked {
  readonly language: string;
  readonly question: string;
  readonly passages: readonly AnswerPassage[];
  readonly answer: ExtractedAnswer;
}

async function ask(flow: string, language: string, query: string): Promise<Asked> {
  const { docs } = await suite.api.query(flow, { query, topK: TOP_K });
  const passages = docs.map(({ pageContent, metadata, relevance }) => ({ pageContent, metadata, relevance }));
  return { language, question: query, passages, answer: extractAnswer(query, passages) };
}

/** The answers to questions, with whether their passages were found, and whether they have what is expected among their first two sentences. */
async function askAll(flow: string, questions: Readonly<Record<string, readonly Question[]>>) {
  const asked = [];
  for (const [language, own] of Object.entries(questions)) {
    for (const [question, expected] of own) {
      const { passages, answer } = await ask(flow, language, question);
      const isFound = passages.some(({ pageContent }) => pageContent.includes(expected));
      const isRight = answer.citations.slice(0, 2).some(({ sentence }) => sentence.includes(expected));
      asked.push({ language, question, expected, answer, passages, isFound, isRight });
    }
  }
  return asked;
}

async function askMisses(flow: string, questions: Readonly<Record<string, readonly string[]>>): Promise<Asked[]> {
  const asked = [];
  for (const [language, own] of Object.entries(questions)) {
    for (const question of own) asked.push(await ask(flow, language, question));
  }
  return asked;
}

/** What a test says when it fails: a row for each wrong answer. */
function tableOf(wrong: readonly Pick<Asked, 'language' | 'question' | 'answer'>[]): string {
  return wrong.map(({ language, question, answer }) => `${language} | ${question} | ${answer.text}`).join('\n');
}

function isRefused({ answer }: Pick<Asked, 'answer'>): boolean {
  return answer.citations.length === 0;
}

describe('the documents by which the answers were made', () => {
  let flow = '';
  beforeAll(async () => {
    flow = await upsertFolder('documents');
  });

  test('60 questions in seven languages: the expected sentence is among the first two in 85 % of those whose passage is found', async () => {
    const asked = await askAll(flow, QUESTIONS);
    expect(asked).toHaveLength(60);
    const found = asked.filter(({ isFound }) => isFound);
    const wrong = found.filter(({ isRight }) => !isRight);
    expect(found.length).toBeGreaterThanOrEqual(54);
    expect(wrong.length / found.length, tableOf(wrong)).toBeLessThanOrEqual(0.15);
  });

  test('what is cited stands in its passage, where the citation says', async () => {
    for (const { answer, passages } of await askAll(flow, QUESTIONS)) {
      for (const { sourceIndex, sentence, verdict, place } of answer.citations) {
        const text = passages[sourceIndex]?.pageContent.slice(place?.start, place?.end) ?? '';
        const plain = (some: string) => some.replaceAll(/[^\p{L}\p{N}]+/gu, '');
        if (verdict === 'quoted') expect(plain(text)).toContain(plain(sentence));
        else for (const cell of text.split('|')) expect(plain(sentence)).toContain(plain(cell));
      }
    }
  });

  test('of 40 questions that can be answered at most 4 are refused', async () => {
    const asked = await askAll(flow, ANSWERABLE);
    expect(asked).toHaveLength(40);
    const refused = asked.filter(isRefused);
    expect(refused.length, tableOf(refused)).toBeLessThanOrEqual(4);
  });

  test('of 20 questions whose words are there and whose answers are not, 16 are refused', async () => {
    const asked = await askMisses(flow, NEAR_MISSES);
    expect(asked).toHaveLength(20);
    const answered = asked.filter((one) => !isRefused(one));
    expect(answered.length, tableOf(answered)).toBeLessThanOrEqual(4);
  });
});

describe('documents of another kind', () => {
  let flow = '';
  beforeAll(async () => {
    flow = await upsertFolder('fresh-documents');
  });

  test('30 questions in seven languages', async () => {
    const asked = await askAll(flow, FRESH_QUESTIONS);
    expect(asked).toHaveLength(30);
    const wrong = asked.filter(({ isRight }) => !isRight);
    expect(wrong.length, tableOf(wrong)).toBeLessThanOrEqual(2);
  });

  test('20 questions whose words are there and whose answers are not', async () => {
    const asked = await askMisses(flow, FRESH_NEAR_MISSES);
    expect(asked).toHaveLength(20);
    const answered = asked.filter((one) => !isRefused(one));
    expect(answered.length, tableOf(answered)).toBeLessThanOrEqual(2);
  });
});
