import { describe, expect, test } from 'vitest';
import { type PredictionAnswer, PredictionAnswerSchema } from '../../shared/api/predictions.ts';
import { makeFlow } from '../helpers/builders/flows.ts';
import { setUpApiSuite } from '../helpers/servers/api-suite.ts';

const suite = setUpApiSuite();

async function flowOf(contents: readonly string[]): Promise<string> {
  const { id } = await suite.api.createFlow(makeFlow());
  const files = contents.map((content, index) => ({ name: `file-${index}.txt`, content }));
  if (files.length > 0) await suite.api.upsert(id, files);
  return id;
}

async function ask(id: string, question: string): Promise<PredictionAnswer> {
  const { body } = await suite.api.json('POST', `/prediction/${id}`, { question });
  return PredictionAnswerSchema.parse(body);
}

describe('what an answer says that is none', () => {
  test.each([
    ['Who looks after the bees?', 'Nothing is stored here yet'],
    ['Wer kümmert sich um die Bienen?', 'noch nichts gespeichert'],
    ['Qui s’occupe des ruches ?', 'Rien n’est encore enregistré'],
    ['谁照看蜜蜂？', '还没有存储'],
  ])('where nothing is stored: %s', async (question, text) => {
    const answer = await ask(await flowOf([]), question);
    expect(answer.text).toContain(text);
    expect(answer).toMatchObject({ citations: [], passages: [], details: { isRefused: true } });
  });

  test.each(['', ' ', '?!'])('where there is no question: %j', async (question) => {
    const answer = await ask(await flowOf(['The bees are looked after by Tomasz.']), question);
    expect(answer).toMatchObject({ text: 'There is no question to answer.', details: { isRefused: true } });
  });

  test('where it is not in the documents, with the nearest passages', async () => {
    const answer = await ask(await flowOf(['Dogs are allowed in the tower.']), 'Are cats allowed in the tower?');
    expect(answer).toMatchObject({ text: 'That is not in your documents.', citations: [] });
    expect(answer.passages).toMatchObject([{ pageContent: 'Dogs are allowed in the tower.' }]);
  });
});

test('copies of a passage do not hide what another one says', async () => {
  const copies = Array.from({ length: 6 }, (_, at) => `A boat costs 20 euros an hour.${' '.repeat(at)}`);
  const id = await flowOf([...copies, 'Our second offer is for whole days. There a boat costs 90 euros.']);
  const { text, passages } = await ask(id, 'How much does a boat cost?');
  expect(passages.map(({ pageContent }) => pageContent.trim())).toEqual([
    'A boat costs 20 euros an hour.',
    'Our second offer is for whole days. There a boat costs 90 euros.',
  ]);
  expect(text).toContain('20 euros');
  expect(text).toContain('90 euros');
});
