import type { Chatflow } from '../../../../shared/api/chatflows.ts';
import type { VectorQueryBody, VectorQueryResult } from '../../../../shared/api/vector.ts';
import { findStoreReader } from '../../../../shared/flow/find-store-reader.ts';
import { parseFlowDocument } from '../../../../shared/flow/flow-document.ts';
import type { StoreReaderDeps } from '../../core/store-reader.ts';
import { openStoreReader } from '../../nodes/registry.ts';
import { compileFilled, fillFlow, flowVariables } from '../../pipeline/compile/fill-inputs.ts';
import type { EngineDeps } from '../../pipeline/engine-deps.ts';
import { queryPlan } from './query-plan.ts';

/** Answers questions from the collection that a flow fills, or from the document store that it reads. */
export function createQueryService(engine: EngineDeps, readers: StoreReaderDeps, clock: () => number) {
  return {
    /**
     * @throws UserError 422 when the flow can't run as drawn, EMBEDDING_MISMATCH (409) when its model is not the collection's
     */
    async query(chatflow: Chatflow, body: VectorQueryBody, signal: AbortSignal): Promise<VectorQueryResult> {
      const filled = fillFlow(parseFlowDocument(chatflow.flowData), {
        ...engine.values,
        flow: flowVariables(chatflow),
      });
      const { flow } = filled;
      const reader = findStoreReader(flow, body.stopNodeId);
      if (reader !== undefined) return openStoreReader(reader, readers).query(body, signal);
      const plan = compileFilled(filled, body.stopNodeId, ({ store, embedding }) => [store, embedding], 'question');
      return queryPlan(plan, { ownerId: chatflow.id, body, signal }, engine, clock);
    },
  };
}

export type QueryService = ReturnType<typeof createQueryService>;
