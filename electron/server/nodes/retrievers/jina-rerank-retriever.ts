import {
  JinaRerankRetriever as definition,
  JINA_RERANK_ADDRESS,
} from '../../../../shared/nodes/retrievers/jina-rerank-retriever.ts';
import { implement } from '../../core/node-kinds.ts';
import { writtenQuery } from '../../core/retriever.ts';
import { addressOr } from '../../embedding/remote/parse-address.ts';
import { rerank } from '../../embedding/remote/rerank.ts';

/** Sends question and passages to the service. */
export const JinaRerankRetriever = implement(definition, {
  open: ({ query: written, model, topN, basepath, jinaAIAPIKey: apiKey }, { baseRetriever }, { admitService }) => {
    const address = addressOr(JINA_RERANK_ADDRESS, basepath, { param: 'basepath', title: 'base path' });
    admitService({ address, model });
    return {
      async retrieve(given, signal) {
        const query = writtenQuery(given, written);
        const found = await (await baseRetriever()).retrieve(query, signal);
        const most = query.topK ?? topN;
        const api = { address, model, apiKey, list: 'results', options: { top_n: most } } as const;
        return rerank(api, query, found, { most, signal });
      },
    };
  },
});
