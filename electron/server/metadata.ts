/** Facts about where a text comes from; JSON values only. */
export type Metadata = Readonly<Record<string, unknown>>;
