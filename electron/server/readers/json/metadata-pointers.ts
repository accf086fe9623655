import type { Metadata } from '../../core/document.ts';
import { parsePointer } from './json-path.ts';

/**
 * Additional metadata whose value begins with a slash points into the current record, as in Flowise: `{"page": "/source"}` means the record's own
 * `source`.
 * @returns their names with the steps to the values
 */
export function metadataPointers(additional: Metadata): [string, string[]][] {
  return Object.entries(additional).flatMap(([name, value]): [string, string[]][] =>
    isPointer(value) ? [[name, parsePointer(value)]] : [],
  );
}

/** The additional metadata that does not point into the record. */
export function withoutPointers(additional: Metadata): Metadata {
  return Object.fromEntries(Object.entries(additional).filter(([, value]) => !isPointer(value)));
}

function isPointer(value: unknown): value is string {
  return typeof value === 'string' && value.startsWith('/');
}
