import { ChatOpenAI } from '@langchain/openai';
import type { SourceOf } from '../../core/chat-source.ts';
import { NO_KEY, NO_RETRIES, type OpenedService } from './service.ts';

/** Models that think before they answer take no temperature. */
const THINKS = /^(o\d|gpt-5)/;

/** The client writes the key into a header of its own, whatever headers it is given. */
const fetchWithoutBearer: typeof fetch = (input, init) => {
  const headers = new Headers(init?.headers);
  headers.delete('authorization');
  return fetch(input, { ...init, headers });
};

function accessOf(source: SourceOf<'openai' | 'azure'>) {
  const { address: baseURL, apiKey, headers: defaultHeaders } = source;
  if (source.service === 'azure') {
    return {
      baseURL,
      defaultHeaders: { 'api-key': apiKey, ...defaultHeaders },
      defaultQuery: { 'api-version': source.apiVersion },
      fetch: fetchWithoutBearer,
    };
  }
  const isOpen = apiKey === '' && defaultHeaders.authorization === undefined;
  return { baseURL, defaultHeaders, ...(isOpen ? { fetch: fetchWithoutBearer } : {}) };
}

/** OpenAI, Azure's variant of it, and servers that speak its format. */
export function openAI(source: SourceOf<'openai' | 'azure'>): OpenedService {
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
  const ask: OpenedService['ask'] = (messages, schema, signal) =>
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
  return { chat, ask };
}
