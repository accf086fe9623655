import { z } from 'zod';

/** Some models read a question otherwise than a passage. */
export type TextPurpose = 'document' | 'query';

/** A model that is loaded and runs in this thread. */
export interface Encoder {
  readonly dimensions: number;
  /**
   * Embeds one text; the vector has length 1. A run of the model blocks its thread, so `pause` is awaited between the runs
   * of a long text; what it throws ends the work.
   */
  embed(text: string, purpose: TextPurpose, pause: () => Promise<void>): Promise<Float32Array>;
}

const modelTraitsSchema = z.object({
  /** How token vectors become one: the first or last token's, their mean, or the largest of each number. */
  pooling: z.enum(['cls', 'mean', 'max', 'last']),
  /** Put before every passage, and before every question. */
  documentPrefix: z.string(),
  queryPrefix: z.string(),
  /** Tokens of a text that are read, marks and prefix included, if the model was made for fewer than it has places for. */
  maxTokens: z.int().positive().exactOptional(),
});

/** How a model is used, beside what is in its ONNX file. */
export type ModelTraits = Readonly<z.infer<typeof modelTraitsSchema>>;

/** Which model to load, as plain data for a worker thread. */
export const encoderSourceSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('use-lite') }),
  z.object({
    kind: z.literal('transformers'),
    /** For messages. */
    name: z.string(),
    /** Holds config.json, the tokenizer and onnx/. */
    folder: z.string(),
    dtype: z.enum(['q8', 'fp32']),
    traits: modelTraitsSchema,
  }),
]);

export type EncoderSource = z.infer<typeof encoderSourceSchema>;
