import { afterAll, beforeAll } from 'vitest';
import { type FakeOpenAI, type FakeOpenAIOptions, startFakeOpenAI } from '../fakes/fake-openai.ts';
import { type ApiClient, createApiClient } from './api-client.ts';
import { startTestServer, type TestServer } from './test-server.ts';

/** The environment of a file's tests: one server, a client of it, and an embedding server. */
export interface ApiSuite {
  readonly server: TestServer;
  readonly api: ApiClient;
  readonly fake: FakeOpenAI;
}

/** Starts them before the tests of this file, and stops them after. */
export function setUpApiSuite(embedding: FakeOpenAIOptions = {}): ApiSuite {
  let server: TestServer;
  let api: ApiClient;
  let fake: FakeOpenAI;
  beforeAll(async () => {
    server = await startTestServer();
    api = createApiClient(server.url);
    fake = await startFakeOpenAI(embedding);
  });
  afterAll(async () => {
    await server.close();
    await fake.close();
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
