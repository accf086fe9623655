import { expect, test } from 'vitest';
import type { VectorQueryResult } from '../../shared/api/vector.ts';
import { makeEnglishText } from '../helpers/builders/english-text.ts';
import { makeFlow } from '../helpers/builders/flows.ts';
import { setUpApiSuite } from '../helpers/servers/api-suite.ts';

const suite = setUpApiSuite({ dimensions: 8 });
/** More than a run leaves unread behind itself, and read within the time of a question also where other work has most of the processor. */
const CHUNKS = 1500;

test('words of every chunk of a large upsert are found as soon as it has answered', async () => {
  const { api, fake } = suite;
  const flow = makeFlow({ basepath: fake.basepath, splitter: { chunkSize: 400, chunkOverlap: 0 } });
  const { id } = await api.createFlow(flow);
  const text = makeEnglishText(390 * 40, 3).replaceAll('\n', ' ');
  const lines = Array.from({ length: CHUNKS }, (_, i) => {
    const start = (i % 40) * 380;
    return `${text.slice(start, start + 370)} word${i}word`;
  });
  const answer = await api.upsert(id, [{ name: 'large.txt', content: lines.join('\n\n') }]);
  expect(answer.numAdded).toBeGreaterThanOrEqual(CHUNKS);
  const wanted = [CHUNKS - 1, CHUNKS / 2, 0];
  const answers: VectorQueryResult[] = [];
  for (const i of wanted)
    answers.push(await api.query(id, { query: `where is word${i}word`, mode: 'keyword', topK: 1 }));
  expect(answers.map(({ docs }) => docs[0]?.pageContent.match(/word\d+word/)?.[0])).toEqual(
    wanted.map((i) => `word${i}word`),
  );
  expect(answers.map(({ keywordIndexBehind }) => keywordIndexBehind)).toEqual([undefined, undefined, undefined]);
});
