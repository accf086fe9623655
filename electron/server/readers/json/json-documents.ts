import type { Metadata } from '../../core/document.ts';
import { type JsonEvents, LITERAL } from './json-tokenizer.ts';

/** A document, or a part of one that is too long to keep whole. */
export type JsonPart =
  | { readonly kind: 'whole'; readonly text: string; readonly metadata: Metadata }
  | { readonly kind: 'start'; readonly text: string; readonly metadata: Metadata }
  | { readonly kind: 'more'; readonly text: string; readonly isLast: boolean };

/** Builds documents from the tokens of a JSON text. */
export interface JsonDocuments extends JsonEvents {
  /** The documents completed since the last call. */
  take(): readonly JsonPart[];
  /** The first keys of the text, at any depth. */
  readonly keys: ReadonlySet<string>;
  /** Metadata names that say where a document is in the file. */
  readonly position: readonly string[];
}

/** Metadata names, with the steps from the current record to their values. */
export type MetadataFields = readonly (readonly [string, readonly string[]])[];

export interface JsonSelection {
  /** Steps of the pointers to the wanted values, each from any object; empty: everything. */
  readonly pointers: readonly (readonly string[])[];
  /** A record is an item of the top-level list, or the top-level value if it is not a list. */
  readonly fields: MetadataFields;
}

/** The limit for documents that wait for their metadata, or for an incomplete document, in UTF-16 units. */
export const WAITING_UNITS = 1024 * 1024;

/** The value of a number, `true`, `false` or `null`. An integer that JavaScript would round (a long id) stays text, and so does what is no JSON (NaN). */
export function literalValue(literal: string): unknown {
  if (!LITERAL.test(literal)) return literal;
  const value: unknown = JSON.parse(literal);
  return typeof value === 'number' && String(value) !== literal && !/[.eE]/.test(literal) ? literal : value;
}
