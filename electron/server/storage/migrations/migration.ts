export interface Migration {
  /** 1, 2, 3 … without gaps. */
  readonly number: number;
  readonly name: string;
  readonly sql: string;
}
