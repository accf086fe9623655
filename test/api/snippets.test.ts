import { execFile, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { NewApiKeySchema } from '../../shared/api/apikeys.ts';
import type { ExampleCall } from '../../shared/snippets/example-call.ts';
import {
  flowQueryCall,
  flowUpsertCall,
  storeQueryCall,
  storeRefreshCall,
  storeUpsertCall,
} from '../../shared/snippets/example-calls.ts';
import { SNIPPET_LANGUAGES, type SnippetLanguage, writeSnippet } from '../../shared/snippets/write-snippet.ts';
import { makeApiConfig, makeFlow } from '../helpers/builders/flows.ts';
import { makeTemporaryFolder } from '../helpers/builders/temporary-folder.ts';
import { type FakeOpenAI, startFakeOpenAI } from '../helpers/fakes/fake-openai.ts';
import { type ApiClient, createApiClient } from '../helpers/servers/api-client.ts';
import { createStoreClient } from '../helpers/servers/store-client.ts';
import { type SharedServer, shareTestServer } from '../helpers/servers/test-server.ts';

const run = promisify(execFile);
const folder = makeTemporaryFolder();
let server: SharedServer;
let fake: FakeOpenAI;
let api: ApiClient;
let key: string;
let keyId: string;

beforeAll(async () => {
  server = await shareTestServer();
  fake = await startFakeOpenAI();
  api = createApiClient(server.url);
  const made = NewApiKeySchema.parse((await api.json('POST', '/apikey', { keyName: 'Snippets' })).body);
  [key, keyId] = [made.apiKey, made.id];
  // Of both names: what is inside says that it is text, whichever loader takes it.
  writeFileSync(join(folder.path, 'handbook.md'), 'Books may be kept for three weeks. The gate is locked at night.');
});

afterAll(async () => {
  await fake.close();
  folder.remove();
});

const WAYS: Readonly<Record<SnippetLanguage, { readonly file: string; readonly program: string }>> = {
  curl: { file: 'call.sh', program: 'sh' },
  python: { file: 'call.py', program: 'python3' },
  javascript: { file: 'call.mjs', program: process.execPath },
};

function isHere(language: SnippetLanguage): boolean {
  if (language === 'curl') return spawnSync('curl', ['--version']).status === 0;
  return language === 'javascript' || spawnSync('python3', ['-c', 'import requests']).status === 0;
}

/** Runs the snippet of a call as a program of its own. @returns what it printed */
async function runSnippet(language: SnippetLanguage, call: ExampleCall): Promise<string> {
  const { file, program } = WAYS[language];
  writeFileSync(join(folder.path, file), writeSnippet(language, call, server.url));
  const env = { ...process.env, ...(call.needsKey ? { TRIBUTARY_API_KEY: key } : {}) };
  return (await run(program, [file], { cwd: folder.path, env })).stdout;
}

const RowSchema = z.looseObject({ id: z.string() });

async function newFlow(apikeyid: string | null) {
  const flow = makeFlow({ basepath: fake.basepath, records: {}, splitter: { chunkSize: 900 } });
  const apiConfig = makeApiConfig({
    [flow.nodes[0]?.id ?? '']: ['chunkSize', 'chunkOverlap'],
    [flow.nodes[1]?.id ?? '']: ['files', 'addMetadata', 'returnSourceDocuments'],
  });
  const fields = { name: "Anna's flow", flowData: JSON.stringify(flow), apiConfig, apikeyid };
  const { id } = RowSchema.parse((await api.json('POST', '/chatflows', fields)).body);
  return { id, nodes: flow.nodes, apiConfig, needsKey: apikeyid !== null };
}

describe.each(SNIPPET_LANGUAGES.filter(isHere))('the snippets in %s', (language) => {
  test('upsert a file with overrides, and ask, with the key that the flow is bound to', async () => {
    const flow = await newFlow(keyId);
    const upserted = await runSnippet(language, flowUpsertCall(flow));
    expect(upserted).toContain('numAdded');
    expect(upserted).toContain('sourceDocuments');
    expect(upserted).toContain('library');
    expect(upserted).not.toContain('ignoredOverrides');
    expect(await runSnippet(language, flowQueryCall(flow, 'What of Anna\'s "gate"?'))).toContain('locked at night');
  });

  test('upsert a flow without files as JSON', async () => {
    const flow = await newFlow(null);
    const apiConfig = makeApiConfig({ [flow.nodes[0]?.id ?? '']: ['chunkSize'] });
    const call = flowUpsertCall({ ...flow, apiConfig });
    expect(call.body.type).toBe('json');
    // A loader of files needs some: the refusal is told, and the program ends with an error.
    await expect(runSnippet(language, call)).rejects.toThrow();
  });

  test('bring a file into a document store, refresh it, and ask it', async () => {
    const store = await createStoreClient(server.url).create({
      name: `Store for ${language}`,
      embeddingConfig: { name: 'openAIEmbeddings', config: { basepath: fake.basepath } },
      vectorStoreConfig: { name: 'hnsw', config: {} },
      recordManagerConfig: { name: 'SQLiteRecordManager', config: {} },
    });
    const given = { id: store.id, needsKey: false };
    const upsert = storeUpsertCall(given);
    const body = upsert.body.type === 'form' ? { ...upsert.body, files: ['handbook.md'] } : upsert.body;
    expect(await runSnippet(language, { ...upsert, body })).toContain('numAdded');
    expect(await runSnippet(language, storeRefreshCall(given))).toContain('numSkipped');
    expect(await runSnippet(language, storeQueryCall(given))).toContain('three weeks');
  });
});
