import type { Metadata } from '../../core/document.ts';
import type { JsonEvents } from './json-tokenizer.ts';

/** A document, or a part of one that is too long to be kept whole. */
export type JsonPart =
  | { readonly kind: 'whole'; readonly text: string; readonly metadata: Metadata }
  | { readonly kind: 'start'; readonly text: string; readonly metadata: Metadata }
  | { readonly kind: 'more'; readonly text: string; readonly isLast: boolean };

/** Makes documents of what a JSON tokenizer finds. */
export interface JsonDocuments extends JsonEvents {
  /** What has come since the last call. */
  take(): readonly JsonPart[];
  /** The first keys that were seen, at any depth. */
  readonly keys: ReadonlySet<string>;
  /** Names in the metadata of its documents that say where these lie in the file. */
  readonly position: readonly string[];
}

/** Metadata names, with the steps to their values from the record at hand. */
export type MetadataFields = readonly (readonly [string, readonly string[]])[];

export interface JsonSelection {
  /** Steps of the pointers to what is wanted, each from any object; none: everything. */
  readonly pointers: readonly (readonly string[])[];
  /** A record is a value of the list at the top, or what is at the top if that is no list. */
  readonly fields: MetadataFields;
}

/** Documents that wait for their metadata, or a document that is not complete, may grow to this many UTF-16 units. */
export const WAITING_UNITS = 1024 * 1024;

/** The value of a number, `true`, `false` or `null`. A whole number that JavaScript would round (a long id) stays text. */
export function literalValue(literal: string): unknown {
  const value: unknown = JSON.parse(literal);
  return typeof value === 'number' && String(value) !== literal && !/[.eE]/.test(literal) ? literal : value;
}
