/** A function of a person's, and what it is called with. */
export interface Script {
  /** JavaScript: the body of an async function. */
  readonly code: string;
  /** By the names of its parameters, each of which it reads as `$name`. */
  readonly input: Readonly<Record<string, unknown>>;
  /** Whether it may fetch from this machine and its network. */
  readonly allowLocalNetwork: boolean;
}

/** What came of it: what it returned, as a text, or why it gave nothing, as a sentence. */
export type ScriptResult = { readonly text: string } | { readonly problem: string };

/** How long a call may take with all that it fetches, in ms. */
export const SCRIPT_LIMIT_MS = 10_000;
