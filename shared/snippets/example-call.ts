/** A call of the HTTP API, for a program that somebody else writes. */
export interface ExampleCall {
  readonly method: 'POST';
  /** Below the address of the server, with the base of the API. */
  readonly path: string;
  /** The server refuses it without a key. */
  readonly needsKey: boolean;
  readonly body:
    | { readonly type: 'json'; readonly value: Readonly<Record<string, unknown>> }
    | {
        readonly type: 'form';
        /** Names of files that are sent as `files`. */
        readonly files: readonly string[];
        /** Sent as the JSON texts of these values. */
        readonly fields: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
      };
}
