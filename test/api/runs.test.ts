import { createParser } from 'eventsource-parser';
import { describe, expect, test } from 'vitest';
import { type RunEvent, RunEventSchema, RunSchema } from '../../shared/api/runs.ts';
import { UpsertAcceptedSchema } from '../../shared/api/vector.ts';
import { makeEnglishText } from '../helpers/builders/english-text.ts';
import { makeFlow } from '../helpers/builders/flows.ts';
import { type FakeOpenAI, startFakeOpenAI } from '../helpers/fakes/fake-openai.ts';
import { setUpApiSuite } from '../helpers/servers/api-suite.ts';

const suite = setUpApiSuite();

const ASYNC = { prefer: 'respond-async' };

interface SeenEvent {
  readonly id: number;
  readonly event: RunEvent;
}

/** Reads a run's events to their end. */
async function readEvents(runId: string, lastEventId?: number): Promise<SeenEvent[]> {
  const headers: Record<string, string> = lastEventId === undefined ? {} : { 'last-event-id': String(lastEventId) };
  const response = await fetch(`${suite.server.url}/api/v1/runs/${runId}/events`, { headers });
  expect(response.headers.get('content-type')).toContain('text/event-stream');
  const seen: SeenEvent[] = [];
  const parser = createParser({
    onEvent: (message) => seen.push({ id: Number(message.id), event: RunEventSchema.parse(JSON.parse(message.data)) }),
  });
  parser.feed(await response.text());
  return seen;
}

async function begin(embedding: FakeOpenAI, text: string): Promise<{ id: string; runId: string }> {
  const { id } = await suite.api.createFlow(
    makeFlow({ basepath: embedding.basepath, records: { cleanup: 'incremental' } }),
  );
  const answer = await suite.api.upload(id, [{ name: 'a.txt', content: text }], {}, ASYNC);
  expect(answer.status).toBe(202);
  return { id, runId: UpsertAcceptedSchema.parse(answer.body).runId };
}

/** A server whose answers to embedding requests wait until they are let go. */
async function startHeldEmbedding(): Promise<FakeOpenAI> {
  return startFakeOpenAI({ reply: () => 'hang' });
}

describe('a run without waiting', () => {
  test('is answered with its id at once, and its events tell each step to the end', async () => {
    const { id, runId } = await begin(suite.fake, makeEnglishText(300_000, 21));
    const events = await readEvents(runId);
    expect(events.map(({ id: number }) => number)).toEqual(
      events.map(({ id: number }) => number).toSorted((a, b) => a - b),
    );
    const last = events.at(-1)?.event;
    if (last?.type !== 'run') throw new Error('The last event is not the run.');
    expect(last.run).toMatchObject({ status: 'FINISHED', chatflowId: id, error: null });
    expect(last.run.nodes.map((node) => [node.nodeId, node.status])).toEqual([
      ['textFile_0', 'done'],
      ['recursiveCharacterTextSplitter_0', 'done'],
      ['SQLiteRecordManager_0', 'done'],
      ['openAIEmbeddings_0', 'done'],
      ['hnsw_0', 'done'],
    ]);
    for (const nodeId of last.run.nodes.map((node) => node.nodeId)) {
      expect(events.some(({ event }) => event.type === 'node' && event.node.nodeId === nodeId)).toBe(true);
    }
    const { result } = RunSchema.parse((await suite.api.get(`/runs/${runId}`)).body);
    expect(result?.numAdded).toBe(last.run.nodes.at(-1)?.done);
    expect((await suite.api.get(`/runs?chatflowId=${id}`)).body).toMatchObject([{ id: runId, status: 'FINISHED' }]);
  });

  test('a client that comes when a short run is over gets the same events', async () => {
    const { runId } = await begin(suite.fake, 'A few words.');
    const seen = await readEvents(runId);
    const kinds = (events: typeof seen) => events.flatMap(({ event }) => (event.type === 'files' ? [] : [event.type]));
    const later = await readEvents(runId);
    expect(kinds(later)).toEqual(kinds(seen));
    expect(later.at(-1)).toEqual(seen.at(-1));
    expect(await readEvents(runId, later.at(-1)?.id)).toMatchObject([{ event: { type: 'run' } }]);
  });

  test('a client that comes back with Last-Event-ID gets no event twice', async () => {
    const held = await startHeldEmbedding();
    try {
      const { runId } = await begin(held, 'Words.');
      const reading = readEvents(runId);
      await suite.api.call('POST', `/runs/${runId}/cancel`);
      const all = await reading;
      const middle = all[1]?.id ?? 0;
      const rest = await readEvents(runId, middle);
      expect(rest.length).toBeGreaterThan(0);
      expect(rest.every(({ id }) => id > middle)).toBe(true);
    } finally {
      await held.close();
    }
  });
});

describe('cancel', () => {
  test.each([
    ['into the bin', '/bin/chatflows/', 'POST', 'put it back from the bin, then upsert again.'],
    ['with its data', '/chatflows/', 'DELETE', 'upsert into another one.'],
    ['without its data', '/chatflows/', 'DELETE', 'what it had stored stays in its collection.'],
  ])('a flow that is deleted %s stops its run, which says so', async (how, path, method, whatToDo) => {
    const held = await startHeldEmbedding();
    try {
      const { id } = await suite.api.createFlow(makeFlow({ basepath: held.basepath, records: { cleanup: 'full' } }));
      const waiting = suite.api.upload(id, [{ name: 'a.txt', content: 'Words that never arrive.' }]);
      await expect.poll(() => held.requests).toBe(1);
      const query = how === 'without its data' ? '?keepData=true' : '';
      expect((await suite.api.json(method, `${path}${id}${query}`, {})).status).toBe(200);
      const message = `The flow was deleted, so its upsert was stopped: ${whatToDo}`;
      expect(await waiting).toMatchObject({ status: 409, body: { code: 'RUN_CANCELLED', message } });
    } finally {
      await held.close();
    }
  });

  test('stops a run that waits for an embedding server; a caller that waits gets 409', async () => {
    const held = await startHeldEmbedding();
    try {
      const { id } = await suite.api.createFlow(makeFlow({ basepath: held.basepath, records: { cleanup: 'full' } }));
      const waiting = suite.api.upload(id, [{ name: 'a.txt', content: 'Words that never arrive.' }]);
      await expect.poll(() => held.requests).toBe(1);
      const [run] = (await suite.api.get(`/runs?chatflowId=${id}`)).body as { id: string; status: string }[];
      expect(run?.status).toBe('RUNNING');
      const cancelled = await suite.api.call('POST', `/runs/${run?.id}/cancel`);
      expect(cancelled).toMatchObject({ status: 200, body: { status: 'CANCELLED', error: { code: 'RUN_CANCELLED' } } });
      expect(await waiting).toMatchObject({ status: 409, body: { code: 'RUN_CANCELLED' } });
      expect((await suite.api.call('POST', `/runs/${run?.id}/cancel`)).body).toMatchObject({
        statusCode: 409,
        code: 'RUN_FINISHED',
      });
    } finally {
      await held.close();
    }
  });

  test('comes first when a flow is deleted while it upserts', async () => {
    const held = await startHeldEmbedding();
    try {
      const { id } = await suite.api.createFlow(makeFlow({ basepath: held.basepath, records: { cleanup: 'full' } }));
      const waiting = suite.api.upload(id, [{ name: 'a.txt', content: 'Words of a flow that goes.' }]);
      await expect.poll(() => held.requests).toBe(1);
      expect((await suite.api.call('DELETE', `/chatflows/${id}`)).status).toBe(200);
      expect(await waiting).toMatchObject({ status: 409, body: { code: 'RUN_CANCELLED' } });
    } finally {
      await held.close();
    }
  });

  test('what was committed stays, and the next run goes on from there', async () => {
    let isOpen = false;
    const slow = await startFakeOpenAI({ reply: ({ number }) => (isOpen || number <= 2 ? undefined : 'hang') });
    try {
      const text = makeEnglishText(1_000_000, 31);
      const { id, runId } = await begin(slow, text);
      await expect
        .poll(async () => (await suite.api.run(runId)).nodes.find((node) => node.nodeId === 'hnsw_0')?.done ?? 0)
        .toBeGreaterThan(0);
      await suite.api.call('POST', `/runs/${runId}/cancel`);
      isOpen = true;
      const next = await suite.api.upsert(id, [{ name: 'a.txt', content: text }]);
      expect(next.numSkipped).toBeGreaterThan(0);
      expect(next.numSkipped % 256).toBe(0);
      expect(next.numAdded).toBeGreaterThan(0);
      expect(next.numDeleted).toBe(0);
    } finally {
      await slow.close();
    }
  });

  test('a second upsert of the same flow waits for its turn, and can be cancelled while it does', async () => {
    const held = await startHeldEmbedding();
    try {
      const { id, runId } = await begin(held, 'First.');
      const second = UpsertAcceptedSchema.parse(
        (await suite.api.upload(id, [{ name: 'b.txt', content: 'Second.' }], {}, ASYNC)).body,
      ).runId;
      expect((await suite.api.run(second)).status).toBe('QUEUED');
      await suite.api.call('POST', `/runs/${second}/cancel`);
      expect((await suite.api.run(second)).status).toBe('CANCELLED');
      await suite.api.call('POST', `/runs/${runId}/cancel`);
    } finally {
      await held.close();
    }
  });
});

test('a failed run names the node and says what to do, in the row as in the answer', async () => {
  const { id } = await suite.api.createFlow(
    makeFlow({ basepath: 'http://127.0.0.1:9/v1', embedding: { timeout: 1000 }, records: {} }),
  );
  const answer = await suite.api.upload(id, [{ name: 'a.txt', content: 'Words.' }]);
  expect(answer.status).toBe(502);
  const [run] = (await suite.api.get(`/runs?chatflowId=${id}`)).body as unknown[];
  expect(run).toMatchObject({
    status: 'FAILED',
    error: { code: 'SERVICE_FAILED', nodeId: 'openAIEmbeddings_0', statusCode: 502 },
  });
  expect(RunSchema.parse(run).nodes.find((node) => node.nodeId === 'openAIEmbeddings_0')).toMatchObject({
    status: 'failed',
  });
});
