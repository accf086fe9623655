import { expect, test } from 'vitest';
import { type ContentChunk, type ContentMatches, ContentMatchesSchema } from '../../shared/api/contents.ts';
import { makeFlow } from '../helpers/builders/flows.ts';
import { setUpApiSuite } from '../helpers/servers/api-suite.ts';
import { paragraphs } from '../helpers/servers/document-store-suite.ts';

const suite = setUpApiSuite();

async function newFlow(): Promise<string> {
  const splitter = { chunkSize: 100, chunkOverlap: 0 };
  return (await suite.api.createFlow(makeFlow({ basepath: suite.fake.basepath, splitter }))).id;
}

async function search(id: string, query: string): Promise<ContentMatches> {
  return ContentMatchesSchema.parse((await suite.api.get(`/contents/${id}/search?${query}`)).body);
}

/** All that a search finds, page by page. */
async function searchAll(id: string, query: string): Promise<ContentChunk[]> {
  const found: ContentChunk[] = [];
  for (let after: string | null = ''; after !== null; ) {
    const page = await search(id, after === '' ? query : `${query}&after=${after}`);
    found.push(...page.chunks);
    after = page.next;
  }
  return found;
}

test('a search by words of a chatflow gives all that it finds, the index of words first, and no chunk twice', async () => {
  const id = await newFlow();
  await suite.api.upsert(id, [{ name: 'a.txt', content: `Alphabets are taught.\n\n${paragraphs(60, 'Alpha')}` }]);
  const found = await searchAll(id, 'words=alpha&limit=20');
  expect(found.map(({ pageContent }) => pageContent.split(' ')[0])).toEqual([...Array(60).fill('Alpha'), 'Alphabets']);
  expect(new Set(found.map((chunk) => chunk.id)).size).toBe(61);
  for (const after of ['hits.x', 'order.x']) {
    const answer = await suite.api.get(`/contents/${id}/search?words=alpha&after=${after}`);
    expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
  }
});

test('a search by words and metadata finds what fits behind hundreds of better matches of other metadata', async () => {
  const id = await newFlow();
  const weak = (no: number) => `The gate of garden ${no} ${'is described at length '.repeat(3)}`.trim();
  await suite.api.upsert(id, [
    { name: 'many.txt', content: Array.from({ length: 300 }, (_, no) => `${'Gate, '.repeat(10)}${no}.`).join('\n\n') },
    { name: 'few.txt', content: [`${'Gate, '.repeat(10)}so.`, weak(1), weak(2)].join('\n\n') },
  ]);
  const filter = encodeURIComponent(JSON.stringify({ source: 'few.txt' }));
  const first = await search(id, `words=gate&filter=${filter}`);
  expect(first.chunks.map(({ pageContent }) => pageContent)).toEqual([`${'Gate, '.repeat(10)}so.`, weak(1), weak(2)]);
});
