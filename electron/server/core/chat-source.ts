import { z } from 'zod';

const common = {
  /** Of the service, without a slash at its end: as people know it. */
  address: z.string(),
  model: z.string(),
  /** Empty: none is sent. */
  apiKey: z.string(),
  /** The longest silence of the service, before the first piece and between two. */
  timeoutMs: z.int().positive(),
  temperature: z.number().optional(),
  maxTokens: z.int().positive().optional(),
  topP: z.number().optional(),
};

const openAIFields = {
  headers: z.record(z.string(), z.string()),
  frequencyPenalty: z.number().optional(),
  presencePenalty: z.number().optional(),
  stop: z.array(z.string()).optional(),
  reasoningEffort: z.enum(['minimal', 'low', 'medium', 'high']).optional(),
};

/**
 * A chat model as plain data: which service, by which format, with which settings. It holds the key, so it is in no log, and is sent to the process that asks the
 * service with each call.
 */
export const chatSourceSchema = z.discriminatedUnion('service', [
  z.object({ service: z.literal('openai'), ...common, ...openAIFields }),
  /** The address is that of the deployment. */
  z.object({ service: z.literal('azure'), ...common, ...openAIFields, apiVersion: z.string() }),
  z.object({
    service: z.literal('ollama'),
    ...common,
    topK: z.number().optional(),
    /** Tokens of question, passages and answer together; undefined: what Ollama gives, which cuts longer ones in silence. */
    numCtx: z.number().optional(),
    numGpu: z.number().optional(),
    numThread: z.number().optional(),
    repeatLastN: z.number().optional(),
    repeatPenalty: z.number().optional(),
    mirostat: z.number().optional(),
    mirostatEta: z.number().optional(),
    mirostatTau: z.number().optional(),
    tfsZ: z.number().optional(),
    stop: z.array(z.string()).optional(),
    keepAlive: z.string().optional(),
    isJson: z.boolean(),
    isThinking: z.boolean().optional(),
  }),
  z.object({
    service: z.literal('anthropic'),
    ...common,
    topK: z.number().optional(),
    thinkingTokens: z.number().optional(),
  }),
  z.object({ service: z.literal('mistral'), ...common, seed: z.number().optional(), isSafe: z.boolean() }),
  z.object({ service: z.literal('groq'), ...common }),
  z.object({
    service: z.literal('google'),
    ...common,
    topK: z.number().optional(),
    thinkingTokens: z.number().optional(),
  }),
]);
export type ChatSource = z.infer<typeof chatSourceSchema>;

/** A service by the format that it speaks. */
export type ChatService = ChatSource['service'];

/** The settings of a chat model of one service. */
export type SourceOf<Service extends ChatService> = Extract<ChatSource, { readonly service: Service }>;
