import { QUERY_LIMIT } from '../../../../shared/api/vector.ts';
import type { ParamsOf } from '../../../../shared/nodes/define-node.ts';
import { HydeRetriever as definition } from '../../../../shared/nodes/retrievers/hyde-retriever.ts';
import { completeText } from '../../answers/ask-model.ts';
import { fillPrompt } from '../../answers/fill-prompt.ts';
import { implement } from '../../core/node-kinds.ts';
import { assertByMeaning, writtenQuery } from '../../core/retriever.ts';

const PASSAGE_TOKENS = 300;

/** What is asked for, and what the question is then called. */
const PROMPTS: Readonly<Record<ParamsOf<typeof definition>['promptKey'], readonly [task: string, name: string]>> = {
  websearch: ['a passage that answers the question', 'Question'],
  scifact: ['a passage of a scientific paper that supports or refutes the claim', 'Claim'],
  arguana: ['a counter argument to the passage', 'Passage'],
  'trec-covid': ['a passage of a scientific paper that answers the question', 'Question'],
  fiqa: ['a passage of a financial article that answers the question', 'Question'],
  'dbpedia-entity': ['a passage of an encyclopedia that answers the question', 'Question'],
  'trec-news': ['a passage of the news about the topic', 'Topic'],
  'mr-tydi': ['a detailed passage that answers the question, in the language of the question', 'Question'],
};

/** Finds by meaning what is like an imagined answer. */
export const HydeRetriever = implement(definition, {
  open: ({ query: written, promptKey, customPrompt, topK }, { vectorStore, model }) => ({
    async retrieve(given, signal) {
      const query = writtenQuery(given, written);
      assertByMeaning(query.mode, definition.label);
      const [task, name] = PROMPTS[promptKey];
      const prompt = customPrompt.trim() === '' ? `Write ${task}.\n${name}: {question}\nPassage:` : customPrompt;
      const content = fillPrompt(prompt, { question: query.query });
      const options = { signal, maxTokens: PASSAGE_TOKENS };
      const passage = query.query === '' ? '' : await completeText(await model(), [{ role: 'user', content }], options);
      const imagined = passage.trim().slice(0, QUERY_LIMIT);
      const store = await vectorStore();
      return store.retrieve({ ...query, query: imagined, topK: query.topK ?? topK, mode: 'vector' }, signal);
    },
  }),
});
