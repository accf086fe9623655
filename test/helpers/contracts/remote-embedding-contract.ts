import { afterEach, describe, expect, test } from 'vitest';
import type { EmbeddingModel } from '../../../electron/server/core/embedding-model.ts';
import type { Sleep } from '../../../electron/server/http/retries.ts';
import {
  type ServiceCall,
  type ServiceReply,
  serviceVector,
  startFakeEmbeddingServices,
} from '../fakes/fake-embedding-services.ts';

const live = new AbortController().signal;
const texts = Array.from({ length: 250 }, (_, index) => `text number ${index}`);

/** An embedding service and its request format. */
export interface RemoteEmbedding {
  readonly name: string;
  /** Texts per request in these tests. */
  readonly batch: number;
  open(origin: string, sleep: Sleep): EmbeddingModel;
  /** What a request to embed documents must contain. */
  readonly request: (texts: readonly string[]) => Record<string, unknown>;
  readonly url: string;
  readonly header: readonly [name: string, value: string | undefined];
  readonly model: string;
}

/** The promises of every remote model: batches, order, retries, messages, cancelling. */
export function describeRemoteEmbedding(service: RemoteEmbedding): void {
  let stop: (() => Promise<void>) | undefined;
  const pauses: number[] = [];
  const sleep: Sleep = async (ms) => void pauses.push(ms);

  async function start(reply?: (call: ServiceCall, number: number) => ServiceReply) {
    const server = await startFakeEmbeddingServices(reply);
    stop = server.close;
    return { server, model: service.open(server.origin, sleep) };
  }

  afterEach(async () => {
    pauses.length = 0;
    await stop?.();
    stop = undefined;
  });

  describe(service.name, () => {
    test('embeds documents in batches, in order, as the service wants to be asked', async () => {
      const { server, model } = await start();
      const vectors = await model.embedDocuments(texts, live);
      expect(vectors).toEqual(texts.map(serviceVector));
      expect(model.dimensions).toBe(6);
      expect(server.calls).toHaveLength(Math.ceil(texts.length / service.batch));
      const first = server.calls.find(({ body }) => JSON.stringify(body).includes('"text number 0"'));
      expect(first).toMatchObject({ method: 'POST', url: service.url });
      expect(first?.body).toEqual(service.request(texts.slice(0, service.batch)));
      expect(first?.headers[service.header[0]]).toBe(service.header[1]);
    });

    test('embeds a question', async () => {
      const { model } = await start();
      expect(await model.embedQuery('why?', live)).toEqual(serviceVector('why?'));
    });

    test('asks again after 429 and 503', async () => {
      const { server, model } = await start((_call, number) =>
        number <= 2 ? { status: number === 1 ? 429 : 503, body: { error: 'busy' } } : undefined,
      );
      expect(await model.embedDocuments(['bees'], live)).toEqual([serviceVector('bees')]);
      expect(server.calls).toHaveLength(3);
      expect(pauses).toHaveLength(2);
    });

    test('names address and remedy when the key is refused, in the service’s words', async () => {
      const { model } = await start(() => ({ status: 401, body: { message: 'no such key' } }));
      await expect(model.embedDocuments(['bees'], live)).rejects.toMatchObject({
        code: 'SERVICE_FAILED',
        message: expect.stringMatching(
          /^The embedding server at http:\/\/127\.0\.0\.1:\d+\S* refused the API key .*check the key\. It says: no such key$/,
        ),
      });
      expect(pauses).toEqual([]);
    });

    test('names the model when the service does not know it', async () => {
      const { model } = await start(() => ({ status: 404, body: { error: 'model not found, pull it first' } }));
      const failure = expect.objectContaining({ message: expect.stringContaining(`"${service.model}"`) });
      await expect(model.embedDocuments(['bees'], live)).rejects.toEqual(failure);
    });

    test.each([
      ['no vectors', { ok: true }],
      ['too few', { embeddings: [], data: [] }],
      ['text', 'hello'],
    ])('an answer with %s is no answer', async (_what, body) => {
      const { model } = await start(() => ({ status: 200, body }));
      await expect(model.embedDocuments(['bees'], live)).rejects.toMatchObject({
        code: 'SERVICE_FAILED',
        message: expect.stringContaining('check that'),
      });
    });

    test('stops when it is cancelled', async () => {
      const { server, model } = await start(() => 'hang');
      const abort = new AbortController();
      const work = model.embedDocuments(['bees'], abort.signal);
      await expect.poll(() => server.calls.length).toBe(1);
      abort.abort(new Error('Enough'));
      await expect(work).rejects.toThrow('Enough');
    });
  });
}
