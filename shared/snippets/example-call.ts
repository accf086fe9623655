export type CallMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** A call of the HTTP API, for a program that somebody else writes. */
export interface ExampleCall {
  readonly method: CallMethod;
  /** Below the address of the server, with the base of the API and what follows `?`. */
  readonly path: string;
  /** The server refuses it without a key. */
  readonly needsKey: boolean;
  /** Beside those that the key and the body need. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body:
    | { readonly type: 'none' }
    | { readonly type: 'json'; readonly value: unknown }
    | {
        readonly type: 'form';
        /** Names of files that are sent as `files`. */
        readonly files: readonly string[];
        /** Texts are sent as they are, other values as their JSON texts. */
        readonly fields: Readonly<Record<string, unknown>>;
      };
  /** What comes back, where it is not JSON: a text, a stream of events, or a file to be kept under a name. */
  readonly answer?: { readonly type: 'text' | 'events' } | { readonly type: 'file'; readonly name: string };
}

/** The text of a field of a form. */
export function fieldText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The environment variable that a snippet reads its key from. */
export const KEY_VARIABLE = 'TRIBUTARY_API_KEY';
