import { multiQueryRetriever as definition } from '../../../../shared/nodes/retrievers/multi-query-retriever.ts';
import { fuseLists } from '../../answers/fuse-passages.ts';
import { otherQuestions } from '../../answers/other-questions.ts';
import { implement } from '../../core/node-kinds.ts';

/** As many as Flowise's prompt asks for. */
const COUNT = 3;

/** The question itself is searched for, too: bad words of a model then cost nothing. */
export const multiQueryRetriever = implement(definition, {
  open: ({ modelPrompt }, { vectorStore, model }) => ({
    async retrieve(query, signal) {
      const [store, asked] = [await vectorStore(), await model()];
      const first = await store.retrieve(query, signal);
      if (query.query === '') return first;
      const others = await otherQuestions(asked, { question: query.query, count: COUNT, own: modelPrompt }, signal);
      const found = await Promise.all(others.map((other) => store.retrieve({ ...query, query: other }, signal)));
      return fuseLists([first, ...found], { most: query.topK ?? Number.POSITIVE_INFINITY });
    },
  }),
});
