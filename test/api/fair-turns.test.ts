import { availableParallelism } from 'node:os';
import { beforeEach, expect, test } from 'vitest';
import { makeFlow } from '../helpers/builders/flows.ts';
import { startFakeOpenAI } from '../helpers/fakes/fake-openai.ts';
import { setUpApiSuite } from '../helpers/servers/api-suite.ts';

/** Requests for vectors, which are answered one by one in the order they came, as a server with one model does. */
function holdRequests() {
  const waiting: { readonly name: string; answer(): void }[] = [];
  let isOpen = false;
  return {
    waitingOf: (name: string) => waiting.filter((request) => request.name === name).length,
    async reply({ texts }: { readonly texts: readonly string[] }): Promise<undefined> {
      if (isOpen) return;
      const { promise, resolve } = Promise.withResolvers<void>();
      waiting.push({ name: texts[0]?.split(' ')[0] ?? '', answer: resolve });
      await promise;
    },
    hold(): void {
      isOpen = false;
    },
    /** Answers the oldest. @returns whose it is */
    answerNext(): string | undefined {
      const next = waiting.shift();
      next?.answer();
      return next?.name;
    },
    /** Answers all that wait, and all that come, at once. */
    open(): void {
      isOpen = true;
      while (waiting.length > 0) this.answerNext();
    },
  };
}

const requests = holdRequests();
const suite = setUpApiSuite({ dimensions: 8, reply: requests.reply });
beforeEach(requests.hold);

/** Six batches: twice what may be at the embedding service. */
const LARGE = 1500;
/** More than the batches at the service and those that a job may be ahead by, so that it is not read to its end. */
const HUGE = 3000;

/** Lines that say whose they are, each a chunk. */
function textOf(name: string, lines: number): string {
  return Array.from({ length: lines }, (_, index) => `${name} ${index} ${'abcdefg '.repeat(12)}`).join('\n');
}

async function upsert(name: string, lines: number, { basepath } = suite.fake) {
  const splitter = { chunkSize: 120, chunkOverlap: 0 };
  const flow = makeFlow({ basepath, splitter, records: { cleanup: 'incremental' } });
  const { id } = await suite.api.createFlow(flow);
  return suite.api.upsert(id, [{ name: `${name}.txt`, content: textOf(name, lines) }]);
}

test('a small upsert beside a large one waits for at most 3 batches of it', async () => {
  const large = upsert('large', LARGE);
  await expect.poll(() => requests.waitingOf('large')).toBe(3);

  const small = upsert('small', 150);
  await expect.poll(() => requests.waitingOf('small')).toBe(1);
  const answered = [requests.answerNext()];
  while (answered.at(-1) !== 'small') answered.push(requests.answerNext());
  expect((await small).numAdded).toBe(150);
  expect(answered).toEqual(['large', 'large', 'large', 'small']);

  requests.open();
  expect((await large).numAdded).toBe(LARGE);
});

test('an upsert needs nothing of large ones that get no further, though they are more than there are threads', async () => {
  const threads = Math.max(2, availableParallelism() - 1);
  // One each, since only so many connections go to one server.
  const slow = await Promise.all(
    Array.from({ length: threads + 1 }, () => startFakeOpenAI({ dimensions: 8, reply: requests.reply })),
  );
  try {
    const large = slow.map((fake, index) => upsert(`large-${index}`, HUGE, fake));
    await expect.poll(() => slow.every((_, index) => requests.waitingOf(`large-${index}`) > 0)).toBe(true);

    const quick = await startFakeOpenAI({ dimensions: 8 });
    expect((await upsert('small', 150, quick)).numAdded).toBe(150);
    await quick.close();

    requests.open();
    for (const result of await Promise.all(large)) expect(result.numAdded).toBe(HUGE);
  } finally {
    for (const fake of slow) await fake.close();
  }
});
