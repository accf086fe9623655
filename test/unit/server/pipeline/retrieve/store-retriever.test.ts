import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import type { ChatPool } from '../../../../../electron/server/core/chat-model.ts';
import type { EmbeddingModel, EmbeddingPool } from '../../../../../electron/server/core/embedding-model.ts';
import { indexBatches, noCounts } from '../../../../../electron/server/pipeline/index/index-documents.ts';
import { openGraph } from '../../../../../electron/server/pipeline/retrieve/open-graph.ts';
import { weighMeaning } from '../../../../../electron/server/pipeline/retrieve/store-retriever.ts';
import { withIndex } from '../../../../../electron/server/pipeline/with-index.ts';
import type { VectorQueryBody } from '../../../../../shared/api/vector.ts';
import { type AppError, OperationalError, UserError } from '../../../../../shared/errors/errors.ts';
import { questionPlan } from '../../../../../shared/flow/upsert-plan.ts';
import { makeChunkBatch } from '../../../../helpers/builders/chunk-batch.ts';
import { planNode } from '../../../../helpers/builders/planned-node.ts';
import { createTestIndex, planSink, type TestIndex } from '../../../../helpers/builders/test-index.ts';
import { noToolDeps } from '../../../../helpers/fakes/no-tools.ts';

const live = new AbortController().signal;
const crashed = new OperationalError('WORKER_CRASHED', 'The process of the model ended.');

let index: TestIndex;
beforeEach(async () => {
  index = createTestIndex();
  const use = { plan: planSink({}), ownerId: 'owner', runSeq: 1, signal: live, onWait: () => undefined };
  await withIndex(use, index.deps, async ({ writer }) => {
    async function* batches() {
      yield makeChunkBatch([{ content: 'Otters hold hands.' }, { content: 'Owls fly at night.' }]);
    }
    const target = { writer, model: index.model, embeddings: index.deps.embeddings };
    await indexBatches(batches(), target, noCounts(), { signal: live, onBatch: () => undefined });
  });
});
afterEach(() => index.close());

/** Asks with a model that embeds no question. */
async function ask(mode: VectorQueryBody['mode'], failure: AppError) {
  const model: EmbeddingModel = { ...index.model, embedQuery: () => Promise.reject(failure) };
  const embeddingPool: EmbeddingPool = { openLocalModel: () => Promise.resolve(model) };
  const plan = { ...planSink({}), embedding: planNode('transformersEmbeddings') };
  const { vectorDeps } = index.deps;
  const chatPool: ChatPool = {
    openChatModel() {
      throw new Error('No chat model is needed.');
    },
  };
  const retrieverDeps = {
    admitService: () => undefined,
    queryDocumentStore: () => Promise.reject(new Error('There is no document store.')),
  };
  const context = {
    ownerId: 'owner',
    embeddingPool,
    chatPool,
    vectorDeps,
    retrieverDeps,
    toolDeps: noToolDeps,
    signal: live,
    scope: { question: 'owls', history: () => [] },
  };
  const { retriever } = openGraph(questionPlan(plan), context);
  const result = await retriever.retrieve({ query: 'owls', mode }, live);
  return { texts: result.docs.map(({ pageContent }) => pageContent), meaningAway: result.meaningAway };
}

describe('a question whose model has crashed', () => {
  test('is answered by words, and the answer says that meaning is away', async () => {
    expect(await ask('hybrid', crashed)).toEqual({ texts: ['Owls fly at night.'], meaningAway: true });
    expect(await ask('keyword', crashed)).toEqual({ texts: ['Owls fly at night.'], meaningAway: undefined });
  });

  test('fails where it is by meaning alone, and where the model says something else than that', async () => {
    await expect(ask('vector', crashed)).rejects.toMatchObject({ code: 'WORKER_CRASHED' });
    const refused = new UserError('INVALID_PARAM', 'There is no such model.');
    await expect(ask('hybrid', refused)).rejects.toMatchObject({ code: 'INVALID_PARAM' });
  });
});

describe('weighMeaning', () => {
  it.each([
    'What happens at 72000 milliseconds?',
    'keepAliveTimeout',
    'process.stdout as destination',
    'Why do I get FST_ERR_REOPENED?',
    'mail of ada@example.org',
    'Was steht in § 433?',
    '合同什么时候结束？',
    'Когда заканчивается договор?',
  ])('lets a weak model count less where something is named, or in another script: %s', (question) => {
    expect(weighMeaning(question, 0.15)).toBeCloseTo(0.0225);
  });

  it.each(['How do I keep a connection open?', 'Who wrote the well-known novel?', 'IBM or NASA?', 'Wo liegt Köln?'])(
    'leaves the weight in all other questions: %s',
    (question) => {
      expect(weighMeaning(question, 0.15)).toBe(0.15);
    },
  );

  it('leaves models alone that count as much as words', () => {
    expect(weighMeaning('port 8080', 1)).toBe(1);
  });
});
