import { RRFRetriever as definition } from '../../../../shared/nodes/retrievers/rrf-retriever.ts';
import { fuseLists } from '../../answers/fuse-passages.ts';
import { otherQuestions } from '../../answers/other-questions.ts';
import { implement } from '../../core/node-kinds.ts';
import { writtenQuery } from '../../core/retriever.ts';

/** The question itself is one of the lists. */
export const RRFRetriever = implement(definition, {
  open: ({ query: written, queryCount, topK, c }, { baseRetriever, model }) => ({
    async retrieve(given, signal) {
      const query = writtenQuery(given, written);
      const base = await baseRetriever();
      const first = await base.retrieve(query, signal);
      if (query.query === '') return first;
      const wanted = { question: query.query, count: queryCount, own: '' };
      const others = await otherQuestions(await model(), wanted, signal);
      const found = await Promise.all(others.map((other) => base.retrieve({ ...query, query: other }, signal)));
      return fuseLists([first, ...found], { constant: c, most: query.topK ?? topK });
    },
  }),
});
