import type { ParamsOf } from '../../../../shared/nodes/define-node.ts';
import {
  googleGenerativeAiEmbeddings as definition,
  GOOGLE_ADDRESS,
} from '../../../../shared/nodes/embeddings/google-generative-ai-embeddings.ts';
import { implement } from '../../core/node-kinds.ts';
import { addressOr, placeOf } from '../../embedding/remote/parse-address.ts';
import { plainRows, propertyOf } from '../../embedding/remote/read-answer.ts';
import { createRemoteModel, type EmbeddingApi, type TextPurpose } from '../../embedding/remote/remote-model.ts';
import { withoutNewLines } from '../../embedding/remote/without-new-lines.ts';

type Params = ParamsOf<typeof definition>;
type Task = Params['tasktype'];

/** Google's limit of texts per call. */
const BATCH_SIZE = 100;

const SEARCH_TASK = { document: 'RETRIEVAL_DOCUMENT', query: 'RETRIEVAL_QUERY' } as const satisfies Record<
  TextPurpose,
  Task
>;

/** The prefix that gemini-embedding-2 expects instead of a task type, which it rejects. */
const PROMPTS = {
  RETRIEVAL_DOCUMENT: 'title: none | text: ',
  RETRIEVAL_QUERY: 'task: search result | query: ',
  SEMANTIC_SIMILARITY: 'task: sentence similarity | query: ',
  CLASSIFICATION: 'task: classification | query: ',
  CLUSTERING: 'task: clustering | query: ',
  TASK_TYPE_UNSPECIFIED: '',
} as const satisfies Record<Task, string>;

/**
 * The requests of Google's `batchEmbedContents`.
 * @throws UserError INVALID_PARAM if the base path is not a URL
 */
export function googleApi(params: Params): EmbeddingApi {
  const { googleGenerativeAPIKey, tasktype, dimensions, stripNewLines, basepath, timeout } = params;
  const address = addressOr(GOOGLE_ADDRESS, basepath, { param: 'basepath', title: 'base path' });
  const model = params.modelName.replace(/^models\//, '');
  const isSearch = tasktype === 'RETRIEVAL_DOCUMENT' || tasktype === 'RETRIEVAL_QUERY';
  const takesPrompt = model.startsWith('gemini-embedding-2');
  const strip = stripNewLines ? '/no-new-lines' : '';
  return {
    id: `google:${placeOf(address)}/${model}/${isSearch ? 'search' : tasktype}/${dimensions ?? 'default'}${strip}`,
    address,
    model,
    url: `${address}/models/${encodeURIComponent(model)}:batchEmbedContents`,
    headers: { 'x-goog-api-key': googleGenerativeAPIKey },
    dimensions,
    batchSize: BATCH_SIZE,
    timeoutMs: timeout,
    bodyOf(texts, purpose) {
      const task = isSearch ? SEARCH_TASK[purpose] : tasktype;
      const prompt = takesPrompt ? PROMPTS[task] : '';
      return {
        requests: (stripNewLines ? withoutNewLines(texts) : texts).map((text) => ({
          model: `models/${model}`,
          content: { parts: [{ text: `${prompt}${text}` }] },
          taskType: takesPrompt || task === 'TASK_TYPE_UNSPECIFIED' ? undefined : task,
          outputDimensionality: dimensions,
        })),
      };
    },
    rowsOf: (answer) =>
      plainRows(propertyOf(answer, 'embeddings'))?.map(({ embedding }) => ({
        embedding: propertyOf(embedding, 'values'),
      })),
  };
}

/** Sends texts to Google. */
export const googleGenerativeAiEmbeddings = implement(definition, {
  open: async (params) => createRemoteModel(googleApi(params)),
});
