import type { ConfigTest, ConfigTestBody } from '../../../../shared/api/document-store-loaders.ts';
import { BugError } from '../../../../shared/errors/errors.ts';
import { checkEmbedding, failedTest } from '../../pipeline/check-connection.ts';
import { checkModel, closeOpened, openModel, openRecords, openStore } from '../../pipeline/compile/open-nodes.ts';
import { overlayPart, planVectors } from '../libraries/parts.ts';
import { findStore, type StoreAccess } from '../libraries/store-access.ts';

type Check = ConfigTest['checks'][number];

/** Tries one part. What fails is an answer here, not an error. */
async function tryPart(part: Check['part'], work: () => Promise<string> | string): Promise<Check> {
  try {
    return { part, ok: true, message: await work() };
  } catch (cause) {
    return { part, ok: false, ...failedTest(cause) };
  }
}

/**
 * Tries the settings of a call over those of the store, without saving them: says of each part whether it works.
 * @throws UserError STORE_NOT_FOUND
 */
export async function testConfig(deps: StoreAccess, body: ConfigTestBody, signal: AbortSignal): Promise<ConfigTest> {
  const saved = findStore(deps, body.storeId);
  const { engine } = deps;
  // Parts that are fine by themselves, so that each is judged alone.
  const soundEmbedding = { name: 'transformersEmbeddings', config: {} };
  const soundStore = { name: 'hnsw', config: {} };
  const only = (part: 'embedding' | 'vectorStore' | 'recordManager') =>
    planVectors(
      {
        embedding: soundEmbedding,
        vectorStore: soundStore,
        recordManager: null,
        [part]: overlayPart(part, saved[part], body[part]),
      },
      engine.values,
    );
  const embedding = await tryPart('embedding', () => checkEmbedding(only('embedding').embedding, engine, signal));
  const vectorStore = await tryPart('vectorStore', async () => {
    const store = openStore(only('vectorStore'), saved.id, engine.vectorDeps);
    try {
      const answer = await store.check(signal);
      if (embedding.ok && body.embedAgain !== true) {
        const model = await openModel(only('embedding'), engine.embeddingPool, signal, () => undefined);
        await checkModel(store, model, 'vectorStore', signal);
      }
      return answer;
    } finally {
      await closeOpened(store);
    }
  });
  const recordManager = await tryPart('recordManager', async () => {
    const records = openRecords(only('recordManager'), saved.id, saved.id, engine.recordDeps);
    if (records === undefined) throw new BugError('A document store without records');
    try {
      return await records.check(signal);
    } finally {
      await closeOpened(records);
    }
  });
  const checks = [embedding, vectorStore, recordManager];
  return { ok: checks.every(({ ok }) => ok), checks };
}
