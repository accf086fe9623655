import {
  voyageAIRerankRetriever as definition,
  VOYAGE_RERANK_ADDRESS,
} from '../../../../shared/nodes/retrievers/voyage-ai-rerank-retriever.ts';
import { implement } from '../../core/node-kinds.ts';
import { writtenQuery } from '../../core/retriever.ts';
import { addressOr } from '../../embedding/remote/parse-address.ts';
import { rerank } from '../../embedding/remote/rerank.ts';

/** Sends question and passages to the service. */
export const voyageAIRerankRetriever = implement(definition, {
  open: ({ query: written, model, topK, basepath, apiKey }, { baseRetriever }, { admitService }) => {
    const address = addressOr(VOYAGE_RERANK_ADDRESS, basepath, { param: 'basepath', title: 'base path' });
    admitService({ address, model });
    return {
      async retrieve(given, signal) {
        const query = writtenQuery(given, written);
        const found = await (await baseRetriever()).retrieve(query, signal);
        const most = query.topK ?? topK;
        const api = { address, model, apiKey, list: 'data', options: { top_k: most } } as const;
        return rerank(api, query, found, { most, signal });
      },
    };
  },
});
