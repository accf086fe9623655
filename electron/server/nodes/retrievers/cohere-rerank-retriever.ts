import {
  COHERE_RERANK_ADDRESS,
  cohereRerankRetriever as definition,
} from '../../../../shared/nodes/retrievers/cohere-rerank-retriever.ts';
import { implement } from '../../core/node-kinds.ts';
import { writtenQuery } from '../../core/retriever.ts';
import { addressOr } from '../../embedding/remote/parse-address.ts';
import { rerank } from '../../embedding/remote/rerank.ts';

/** Sends question and passages to the service. */
export const cohereRerankRetriever = implement(definition, {
  open: (
    { query: written, model, topK, maxChunksPerDoc, basepath, cohereApiKey: apiKey },
    { baseRetriever },
    { admitService },
  ) => {
    const address = addressOr(COHERE_RERANK_ADDRESS, basepath, { param: 'basepath', title: 'base path' });
    admitService({ address, model });
    return {
      async retrieve(given, signal) {
        const query = writtenQuery(given, written);
        const found = await (await baseRetriever()).retrieve(query, signal);
        const most = query.topK ?? topK;
        const api = {
          address,
          model,
          apiKey,
          list: 'results',
          options: { top_n: most, max_chunks_per_doc: maxChunksPerDoc ?? 10 },
        } as const;
        return rerank(api, query, found, { most, signal });
      },
    };
  },
});
