import { type VectorQueryBody, type VectorQueryResult, VectorQueryResultSchema } from '../../../shared/api/vector.ts';
import { callApi } from '../../api/client.ts';

/** Asks the vector store of a flow. */
export function queryFlow(chatflowId: string, body: VectorQueryBody, signal: AbortSignal): Promise<VectorQueryResult> {
  return callApi(VectorQueryResultSchema, `/vector/query/${encodeURIComponent(chatflowId)}`, {
    method: 'POST',
    body,
    signal,
  });
}
