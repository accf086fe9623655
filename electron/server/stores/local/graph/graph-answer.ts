/** What the graph found, as of a position of the log. */
export interface GraphAnswer {
  readonly after: number;
  readonly candidates: readonly number[];
}
