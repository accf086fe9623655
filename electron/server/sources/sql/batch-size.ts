/** About the number of characters in the rows of a batch. */
const BATCH_CHARACTERS = 1024 * 1024;
/** Limits the growth, so that a few hundred long rows after many short ones do no harm. */
const MAX_ROWS = 256;
const FIRST_ROWS = 16;

/** How many rows to request next, so that a batch stays small for rows of any size. */
export function createBatchSize(): { readonly rows: number; learn(rows: number, characters: number): void } {
  let rows = FIRST_ROWS;
  return {
    get rows() {
      return rows;
    },
    learn(read, characters) {
      const fitting = Math.floor(BATCH_CHARACTERS / Math.max(1, characters / Math.max(1, read)));
      rows = Math.max(1, Math.min(MAX_ROWS, rows * 4, fitting));
    },
  };
}
