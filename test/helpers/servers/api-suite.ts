import { afterAll, beforeAll } from 'vitest';
import { type FakeOpenAI, type FakeOpenAIOptions, startFakeOpenAI } from '../fakes/fake-openai.ts';
import { type ApiClient, createApiClient } from './api-client.ts';
import { type SharedServer, shareTestServer, startTestServer } from './test-server.ts';

/** The environment of a file's tests: a server, a client of it, and an embedding server of the file's own. */
export interface ApiSuite {
  readonly server: SharedServer;
  readonly api: ApiClient;
  readonly fake: FakeOpenAI;
}

/** Whose the server is: of all files of this worker, or of this file, which then finds it empty. */
export type ServerOwner = 'shared' | 'own';

/** Starts them before the tests of this file, and stops what is its own after. */
export function setUpApiSuite(embedding: FakeOpenAIOptions = {}, owner: ServerOwner = 'shared'): ApiSuite {
  let server: SharedServer;
  let api: ApiClient;
  let fake: FakeOpenAI;
  const closers: (() => Promise<void>)[] = [];
  beforeAll(async () => {
    if (owner === 'own') {
      const own = await startTestServer();
      closers.push(own.close);
      server = own;
    } else server = await shareTestServer();
    api = createApiClient(server.url);
    fake = await startFakeOpenAI(embedding);
    closers.push(fake.close);
  });
  afterAll(async () => {
    for (const close of closers) await close();
  });
  return {
    get server() {
      return server;
    },
    get api() {
      return api;
    },
    get fake() {
      return fake;
    },
  };
}
