import { ChatOpenAI } from '@langchain/openai';
import type { SourceOf } from '../../core/chat-source.ts';
import { type AskService, NO_KEY, NO_RETRIES } from './service.ts';

/** Models that think before they answer take no temperature. */
const THINKS = /^(o\d|gpt-5)/;

interface Access {
  readonly baseURL: string;
  readonly defaultHeaders: Readonly<Record<string, string | null>>;
  readonly defaultQuery?: Readonly<Record<string, string>>;
}

function accessOf(source: SourceOf<'openai' | 'azure'>): Access {
  const { address: baseURL, apiKey, headers } = source;
  // The client writes a header of its own for the key.
  const noHeader = { authorization: null };
  if (source.service === 'azure') {
    const defaultHeaders = { ...noHeader, 'api-key': apiKey, ...headers };
    return { baseURL, defaultHeaders, defaultQuery: { 'api-version': source.apiVersion } };
  }
  return { baseURL, defaultHeaders: { ...(apiKey === '' ? noHeader : {}), ...headers } };
}

/** OpenAI, Azure's variant of it, and servers that speak its format. */
export function openAI(source: SourceOf<'openai' | 'azure'>): AskService {
  const { model, apiKey, temperature, maxTokens, topP, frequencyPenalty, presencePenalty, stop, reasoningEffort } =
    source;
  const chat = new ChatOpenAI({
    ...NO_RETRIES,
    model,
    apiKey: apiKey === '' ? NO_KEY : apiKey,
    configuration: { ...accessOf(source), ...NO_RETRIES },
    useResponsesApi: false,
    streaming: true,
    ...(temperature === undefined || THINKS.test(model) ? {} : { temperature }),
    ...(maxTokens === undefined ? {} : { maxTokens }),
    ...(topP === undefined ? {} : { topP }),
    ...(frequencyPenalty === undefined ? {} : { frequencyPenalty }),
    ...(presencePenalty === undefined ? {} : { presencePenalty }),
    ...(stop === undefined ? {} : { stop }),
    ...(reasoningEffort === undefined ? {} : { reasoning: { effort: reasoningEffort } }),
  });
  return (messages, schema, signal) =>
    chat.stream(messages, {
      signal,
      ...(schema === undefined
        ? {}
        : {
            response_format: {
              type: 'json_schema',
              json_schema: { name: 'answer', schema: { ...schema }, strict: true },
            },
          }),
    });
}
