import type { ExampleCall } from '../../../shared/snippets/example-call.ts';

/** A call that can be shown. */
export interface CallChoice {
  /** "Upsert". */
  readonly title: string;
  /** What it does, in a sentence. */
  readonly help: string;
  readonly call: ExampleCall;
  /** The field of its body that is a question, to be replaced by another one. */
  readonly withQuestion?: (question: string) => ExampleCall;
}
