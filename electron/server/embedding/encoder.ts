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
  /** Frees the model. Nothing may be running. */
  release(): Promise<void>;
}

/** Which model to load, as plain data for a worker thread. */
export type EncoderSource =
  | {
      readonly kind: 'use-lite';
      /** Where the converted model is kept. */
      readonly folder: string;
      readonly variant: 'fp32' | 'int8';
    }
  | {
      readonly kind: 'transformers';
      /** Holds config.json, the tokenizer and onnx/. */
      readonly folder: string;
      readonly dtype: 'q8' | 'fp32';
      readonly traits: ModelTraits;
    };

/** What a model's files do not say. */
export interface ModelTraits {
  /** How token vectors become one: the first token's, or their mean. */
  readonly pooling: 'cls' | 'mean';
  /** Put before every passage, and before every question. */
  readonly documentPrefix: string;
  readonly queryPrefix: string;
}
