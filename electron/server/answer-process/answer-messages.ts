import { z } from 'zod';
import { errorDataSchema } from '../../../shared/errors/error-data.ts';
import { chatSourceSchema } from '../core/chat-source.ts';

const callId = z.int().positive();

/** A tool as a model sees it; the server runs it. */
const toolSchema = z.object({
  name: z.string(),
  description: z.string(),
  /** JSON schema of its input. */
  parameters: z.record(z.string(), z.unknown()),
});

/** What a model is asked, with all that the process needs to know of it. */
export const chatCallSchema = z.object({
  source: chatSourceSchema,
  messages: z.array(z.object({ role: z.enum(['system', 'user', 'assistant']), content: z.string() })),
  schema: z.record(z.string(), z.unknown()).optional(),
  /** For an agent: the tools that the model may call, and how often it may be asked at most. */
  agent: z.object({ tools: z.array(toolSchema), maxIterations: z.int().positive() }).optional(),
});
export type ChatCall = z.infer<typeof chatCallSchema>;

/** What the server says to the process. */
export const toAnswerProcessSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('call'), callId, call: chatCallSchema }),
  /** Nobody waits for the answer any more. */
  z.object({ type: z.literal('cancel'), callId }),
  /** What a tool gave. */
  z.object({ type: z.literal('toolResult'), callId, toolCallId: callId, output: z.string() }),
]);
export type ToAnswerProcess = z.infer<typeof toAnswerProcessSchema>;

export const chatEndSchema = z.object({
  type: z.literal('end'),
  usage: z.object({ inputTokens: z.int().optional(), outputTokens: z.int().optional() }),
  finishReason: z.enum(['stop', 'length', 'filtered']),
});
export type ChatEnd = z.infer<typeof chatEndSchema>;

/** What the process says of a call: pieces, and then that it has ended or failed. */
export const fromAnswerProcessSchema = z.object({
  callId,
  said: z.discriminatedUnion('type', [
    z.object({ type: z.literal('text'), text: z.string() }),
    /** The model calls a tool: it waits for the result. */
    z.object({
      type: z.literal('tool'),
      toolCallId: callId,
      name: z.string(),
      input: z.record(z.string(), z.unknown()),
    }),
    chatEndSchema,
    z.object({ type: z.literal('failed'), error: errorDataSchema }),
  ]),
});
export type FromAnswerProcess = z.infer<typeof fromAnswerProcessSchema>;
