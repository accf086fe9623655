import type { Chatflow } from '../../../shared/api/chatflows.ts';
import type { VectorQueryBody, VectorQueryResult } from '../../../shared/api/vector.ts';
import { BugError } from '../../../shared/errors/errors.ts';
import { compileFlow } from '../../../shared/flow/compile-flow.ts';
import { parseFlowDocument } from '../../../shared/flow/flow-document.ts';
import { hnsw } from '../../../shared/nodes/vectorstores/hnsw.ts';
import { checkModel, type EngineHost, openModel, openStore } from '../engine/run-plan.ts';

/** Answers questions from the collection that a flow fills. */
export function createQueryService(engine: EngineHost, clock: () => number) {
  return {
    /**
     * @throws UserError 422 when the flow can't run as drawn, EMBEDDING_MISMATCH (409) when its model is not the collection's
     */
    async query(chatflow: Chatflow, body: VectorQueryBody, signal: AbortSignal): Promise<VectorQueryResult> {
      const start = clock();
      const plan = compileFlow(parseFlowDocument(chatflow.flowData), body.stopNodeId);
      const store = openStore(plan, chatflow.id, engine.vectorHost);
      const defaults = hnsw.params.safeParse(plan.store.inputs);
      if (!defaults.success) throw new BugError('A compiled plan has params that do not parse.');
      const mode = body.mode ?? defaults.data.searchMode;
      const model = await openModel(plan, engine.embeddingHost, signal, () => undefined);
      if (mode !== 'keyword') checkModel(store, model, plan.store.id);
      const isEmpty = store.count() === 0;
      const docs = isEmpty
        ? []
        : await store.query(
            {
              text: body.query,
              vector: mode === 'keyword' ? undefined : await model.embedQuery(body.query, signal),
              topK: body.topK ?? defaults.data.topK,
              mode,
              hybridWeight: model.hybridWeight,
              filter: body.filter,
            },
            signal,
          );
      return {
        timeTaken: Math.round((clock() - start) * 100) / 100,
        docs: docs.map((doc) => ({ ...doc, metadata: { ...doc.metadata } })),
      };
    },
  };
}

export type QueryService = ReturnType<typeof createQueryService>;
