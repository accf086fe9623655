import type { z } from 'zod';

/** A value of JSON. */
export type JsonValue = z.infer<ReturnType<typeof z.json>>;

/** Makes a value of an answer. */
export interface OutputParser {
  /** What the model is asked besides. */
  readonly instructions: string;
  /** JSON schema that services can force an answer into; undefined where they can't. */
  readonly schema: Readonly<Record<string, unknown>> | undefined;
  /** Whether an answer that does not fit goes back to the model, once. */
  readonly asksAgain: boolean;
  /** @throws OperationalError ANSWER_UNFIT, with what was said in its details */
  parse(text: string): JsonValue;
}
