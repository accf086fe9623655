import type { StorePart } from '../../../../shared/api/document-store-parts.ts';

/** Keeps the secrets that are typed into parts of document stores from lying in the database in the clear. */
export interface PartSealer {
  /** A part as it is stored. */
  seal(part: StorePart): StorePart;
  /** A stored part as it was; a secret that can't be opened any more is empty. */
  open(part: StorePart): StorePart;
}
