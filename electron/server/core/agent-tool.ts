import type { FoundPassage } from '../../../shared/api/predictions.ts';
import type { OverrideConfig } from '../../../shared/api/vector.ts';

/** What a tool gives. */
export interface ToolResult {
  /** For the model; what is found goes to it by itself. */
  readonly text: string;
  /** Best first. */
  readonly passages?: readonly FoundPassage[];
  /** Why it gave nothing, if it did not. */
  readonly error?: string;
}

/** What an agent may call. */
export interface AgentTool {
  /** Letters, digits, _ and -. */
  readonly name: string;
  /** When to call it: for the model. */
  readonly description: string;
  /** JSON schema of its input: an object. */
  readonly parameters: Readonly<Record<string, unknown>>;
  /** Whether what it gives is the answer. */
  readonly isDirect?: boolean;
  /** Whether Flowise's clients get its passages as `sourceDocuments`. */
  readonly returnsSources?: boolean;
  /** What the model can do better the next time is a result too. @throws AppError, with which the answer ends; the signal's reason */
  call(input: Readonly<Record<string, unknown>>, signal: AbortSignal): Promise<ToolResult>;
}

/** A question of an agent to another flow. */
export interface FlowQuestion {
  readonly flowId: string;
  readonly question: string;
  readonly overrides: OverrideConfig;
  /** The key that the flow is bound to; empty: none. */
  readonly apiKey: string;
}

/** A function of a person's, with what the model knows of it. */
export interface StoredTool extends Pick<AgentTool, 'description' | 'parameters'> {
  readonly name: string;
  readonly code: string;
}

/** What tool nodes need of the server. */
export interface ToolDeps {
  /** What is asked by the person. */
  readonly question: string;
  now(): Date;
  /** @throws UserError TOOL_NOT_FOUND; TOOL_NOT_APPROVED unless a person has approved the very code */
  findTool(id: string): StoredTool;
  /**
   * Runs a function in a sandbox of its own.
   * @throws OperationalError WORKER_CRASHED; the signal's reason
   */
  runScript(
    script: Pick<StoredTool, 'code'> & {
      readonly input: Readonly<Record<string, unknown>>;
      readonly allowLocalNetwork: boolean;
    },
    signal: AbortSignal,
  ): Promise<{ readonly text: string } | { readonly problem: string }>;
  /** @throws UserError CHATFLOW_NOT_FOUND, MISSING_CREDENTIAL, FLOW_HAS_CYCLE; as the flow's own answer */
  askFlow(question: FlowQuestion, signal: AbortSignal): Promise<string>;
}

const MAX_NAME = 60;

/** A name that every service takes, of one that a person has written. */
export function toolNameOf(written: string): string {
  const name = written
    .trim()
    .replaceAll(/\s+/g, '_')
    .replaceAll(/[^\w-]/g, '')
    .slice(0, MAX_NAME);
  return name === '' ? 'tool' : name;
}

/** The schema of an input that is one text. @param description for the model */
export function textInput(name: string, description: string): Readonly<Record<string, unknown>> {
  return { type: 'object', properties: { [name]: { type: 'string', description } }, required: [name] };
}

/** A text of an input; "" if there is none. */
export function textOf(input: Readonly<Record<string, unknown>>, name: string): string {
  const value = input[name];
  return typeof value === 'string' ? value : '';
}
