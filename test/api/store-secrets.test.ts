import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { readConfig } from '../../electron/server/config.ts';
import { type RunningServer, startServer } from '../../electron/server/serve.ts';
import { bytesIn } from '../helpers/builders/folder-bytes.ts';
import { makeTemporaryFolder } from '../helpers/builders/temporary-folder.ts';
import { type FakeOpenAI, startFakeOpenAI } from '../helpers/fakes/fake-openai.ts';
import { type ApiClient, createApiClient } from '../helpers/servers/api-client.ts';

const SECRET = 'sk-very-secret-7f3a91';

let folder: ReturnType<typeof makeTemporaryFolder>;
let server: RunningServer;
let api: ApiClient;
let fake: FakeOpenAI;

async function start(env: Record<string, string> = {}): Promise<void> {
  const config = readConfig(['--headless', '--port', '0', '--data-dir', folder.path], env);
  server = await startServer({ ...config, logLevel: 'debug' });
  api = createApiClient(server.url);
}

beforeAll(async () => {
  fake = await startFakeOpenAI();
});

afterAll(() => fake.close());

beforeEach(async () => {
  folder = makeTemporaryFolder();
  await start();
});

afterEach(async () => {
  await server.close();
  folder.remove();
});

describe('a secret that is typed into the settings of a document store', () => {
  const embeddingConfig = () => ({
    name: 'openAIEmbeddings',
    config: { basepath: fake.basepath, openAIApiKey: SECRET },
  });

  async function newStore(): Promise<string> {
    const answer = await api.json('POST', '/document-store/store', {
      name: 'Notes',
      embeddingConfig: embeddingConfig(),
    });
    return z.object({ id: z.string() }).parse(answer.body).id;
  }

  const testEmbedding = async (storeId: string) => {
    const answer = await api.json('POST', '/document-store/vectorstore/test', { storeId });
    expect(answer.status).toBe(200);
    return fake.lastCall?.headers.authorization;
  };

  test('lies on the disk encrypted, and is used after a restart', async () => {
    const storeId = await newStore();
    await server.close();
    const disk = bytesIn(folder.path);
    expect(disk).toContain('openAIApiKey');
    expect(disk).not.toContain(SECRET);
    expect(disk).not.toContain(Buffer.from(SECRET).toString('base64').slice(0, -2));
    await start();
    expect(await testEmbedding(storeId)).toBe(`Bearer ${SECRET}`);
  });

  test('has to be entered again when the key is gone, and the store can be read', async () => {
    const storeId = await newStore();
    await server.close();
    rmSync(join(folder.path, 'secret.key'));
    await start();
    expect((await api.get(`/document-store/store/${storeId}`)).status).toBe(200);
    expect(await testEmbedding(storeId)).toBeUndefined();
    await api.json('PUT', `/document-store/store/${storeId}`, { embeddingConfig: embeddingConfig() });
    expect(await testEmbedding(storeId)).toBe(`Bearer ${SECRET}`);
  });
});
