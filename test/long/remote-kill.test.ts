import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { RunSchema } from '../../shared/api/runs.ts';
import { canonicalJson } from '../../shared/json/canonical-json.ts';
import { nodeDefinitions } from '../../shared/nodes/registry.ts';
import { makeFlow } from '../helpers/builders/flows.ts';
import { openQdrant } from '../helpers/builders/qdrant-store.ts';
import { makeTemporaryFolder } from '../helpers/builders/temporary-folder.ts';
import { type FakeOpenAI, fakeVector, startFakeOpenAI } from '../helpers/fakes/fake-openai.ts';
import { type FakeQdrant, startFakeQdrant } from '../helpers/fakes/fake-qdrant.ts';
import { createApiClient, type UploadedFile } from '../helpers/servers/api-client.ts';
import { type ServerProcess, startServerProcess } from '../helpers/servers/server-process.ts';

const DIMENSIONS = 16;
const COLLECTION = 'killed';
const never = new AbortController().signal;
const folder = makeTemporaryFolder();

let fake: FakeOpenAI;
let qdrant: FakeQdrant;
/** Called with the number of each write that reaches the store, before it has an effect. */
let onWrite: ((number: number) => 'drop' | undefined) | undefined;
let writes = 0;

beforeAll(async () => {
  fake = await startFakeOpenAI({ dimensions: DIMENSIONS });
  qdrant = await startFakeQdrant({
    reply({ method, path }) {
      const isWrite = (method === 'PUT' && path.includes('/points')) || path.includes('/points/delete');
      if (!isWrite) return undefined;
      writes += 1;
      return onWrite?.(writes);
    },
  });
});

afterAll(async () => {
  await fake.close();
  await qdrant.close();
  folder.remove();
});

const start = () => startServerProcess({ dataDir: folder.path });

/** Paragraphs that are a chunk each. */
function fileOf(words: readonly string[]): UploadedFile {
  return { name: 'a.txt', content: words.map((word) => `${word} ${'goes on and on '.repeat(9)}`.trim()).join('\n\n') };
}

const numbers = Array.from({ length: 600 }, (_, index) => index);
const before = fileOf(numbers.map((number) => `Paragraph ${number}`));
/** Some are gone, many are new, and all behind the first have another place. */
const after = fileOf(
  numbers.flatMap((number) =>
    number % 4 === 0 ? [`Inserted ${number}`, `Paragraph ${number}`] : number % 7 === 0 ? [] : [`Paragraph ${number}`],
  ),
);

async function stored(): Promise<{ readonly ids: readonly string[]; readonly texts: readonly string[] }> {
  const store = openQdrant({ url: qdrant.url, collection: COLLECTION });
  const hits = await store.query({ vector: fakeVector('all', DIMENSIONS), topK: 10_000, filter: undefined }, never);
  await store.close();
  const texts = hits.map(
    ({ pageContent, metadata, chunkNo }) => `${chunkNo} ${pageContent} ${canonicalJson(metadata)}`,
  );
  return { ids: hits.map(({ id }) => id).sort(), texts: texts.sort() };
}

async function newFlow(server: ServerProcess): Promise<string> {
  const flow = makeFlow({
    basepath: fake.basepath,
    splitter: { chunkSize: 180, chunkOverlap: 0 },
    storeNode: nodeDefinitions.qdrant,
    store: { qdrantServerUrl: qdrant.url, qdrantCollection: COLLECTION },
    records: { cleanup: 'full' },
  });
  return (await createApiClient(server.url).createFlow(flow)).id;
}

/** Begins the change, and kills the server at the n-th write that reaches the store. @returns whether it came so far */
async function killAtWrite(id: string, number: number, isDone: boolean): Promise<boolean> {
  const server = await start();
  let killed: Promise<void> | undefined;
  writes = 0;
  onWrite = (current) => {
    if (current !== number) return undefined;
    killed = server.kill();
    return isDone ? undefined : 'drop';
  };
  await createApiClient(server.url)
    .upload(id, [after])
    .catch((error: unknown) => error);
  onWrite = undefined;
  if (killed === undefined) await server.stop();
  else await killed;
  return killed !== undefined;
}

test(
  'kill -9 of the server at every write to a remote store: the next run leaves exactly its chunks, none doubled, none orphaned',
  async () => {
    const first = await start();
    const id = await newFlow(first);
    await createApiClient(first.url).upsert(id, [before]);
    await first.stop();
    const expected = await stored();
    expect(expected.ids).toHaveLength(numbers.length);

    let kills = 0;
    for (let number = 1; await killAtWrite(id, number, number % 2 === 0); number += 1) {
      kills += 1;
      const server = await start();
      const api = createApiClient(server.url);
      const runs = z.array(RunSchema).parse((await api.get(`/runs?chatflowId=${id}`)).body);
      expect(runs[0]?.status).toBe('INTERRUPTED');
      // Back to what was there before: what the killed run has brought may be of no use to this one.
      const again = await api.upsert(id, [before]);
      expect(again.totalKeys).toBe(numbers.length);
      expect(await stored(), `killed at write ${number}`).toEqual(expected);
      expect(await api.upsert(id, [before])).toMatchObject({ numAdded: 0, numUpdated: 0, numDeleted: 0 });
      await server.stop();
    }
    expect(kills).toBeGreaterThan(8);
    expect((await stored()).ids.length).not.toBe(expected.ids.length);
  },
  10 * 60_000,
);
