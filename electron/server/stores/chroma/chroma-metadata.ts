import type { Where } from 'chromadb';
import { z } from 'zod';
import type { Metadata } from '../../core/document.ts';
import type { MetadataFilter } from '../../core/vector-store.ts';

/** All that Chroma takes as the value of a key. */
type Flat = Record<string, string | number | boolean>;
type Scalar = string | number | boolean;

/** Holds the metadata as they are, as JSON text: what comes back is what went in. */
const EXACT_KEY = 'tributary_metadata';
const CHUNK_NO_KEY = 'tributary_chunk_no';
/** Chroma has no null. No text of a document holds a NUL character: they are dropped on reading. */
const NULL = '\u0000null';
/** Names that Chroma keeps for itself, or that are ours. */
const RESERVED = /^($|#|\$|chroma:|tributary)/;

/** The key that a path has in Chroma: the path itself, unless that name is taken. */
function fieldOf(path: string): string {
  return RESERVED.test(path) ? `tributary:${path}` : path;
}

/** Whole numbers that JSON would carry inexactly, and what is no number in JSON, are kept but can't be asked for. */
function isStorable(value: number): boolean {
  return Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value));
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function flatten(into: Flat, values: Readonly<Record<string, unknown>>, prefix: string): void {
  for (const [key, value] of Object.entries(values)) {
    const path = `${prefix}${key}`;
    if (isObject(value)) flatten(into, value, `${path}.`);
    else if (value === null) into[fieldOf(path)] = NULL;
    else if (typeof value === 'string' || typeof value === 'boolean') into[fieldOf(path)] = value;
    else if (typeof value === 'number' && isStorable(value)) into[fieldOf(path)] = value;
  }
}

/** What Chroma keeps of a chunk beside text and vector: nested keys with dots for filters, and everything exactly. */
export function toChromaMetadata(metadata: Metadata, chunkNo: number): Flat {
  const flat: Flat = {};
  flatten(flat, metadata, '');
  flat[EXACT_KEY] = JSON.stringify(metadata);
  flat[CHUNK_NO_KEY] = chunkNo;
  return flat;
}

/** The reverse of {@link toChromaMetadata}; what others stored comes back as it lies there, with 0 for the unknown position. */
export function fromChromaMetadata(stored: Readonly<Record<string, unknown>> | null | undefined): {
  readonly metadata: Metadata;
  readonly chunkNo: number;
} {
  const { [EXACT_KEY]: exact, [CHUNK_NO_KEY]: chunkNo, ...flat } = stored ?? {};
  const parsed: unknown = typeof exact === 'string' ? JSON.parse(exact) : undefined;
  return { metadata: isObject(parsed) ? parsed : flat, chunkNo: typeof chunkNo === 'number' ? chunkNo : 0 };
}

/** Chroma compares within one type only, and whole numbers are another type than the rest. */
function typeOf(value: Scalar): string {
  return typeof value === 'number' && !Number.isInteger(value) ? 'float' : typeof value;
}

function joined(operator: '$and' | '$or', parts: readonly Where[]): Where | undefined {
  const [first] = parts;
  if (first === undefined || parts.length === 1) return first;
  return operator === '$and' ? { $and: [...parts] } : { $or: [...parts] };
}

function conditionOn(key: string, choices: readonly (Scalar | null)[]): Where | undefined {
  const byType = Map.groupBy(
    choices.map((choice) => choice ?? NULL).filter((choice) => typeof choice !== 'number' || isStorable(choice)),
    typeOf,
  );
  const field = fieldOf(key);
  return joined(
    '$or',
    Array.from(byType.values(), (values) => ({ [field]: { $in: values } })),
  );
}

/** A filter in Chroma's words; `nothing` if no chunk can fit it, undefined if every chunk does. */
export function toWhere(filter: MetadataFilter | undefined): Where | 'nothing' | undefined {
  const conditions: Where[] = [];
  for (const [key, value] of Object.entries(filter ?? {})) {
    const choices = value === null || typeof value !== 'object' ? [value] : value;
    const condition = conditionOn(key, choices);
    if (condition === undefined) return 'nothing';
    conditions.push(condition);
  }
  return joined('$and', conditions);
}

const whereSchema = z.custom<Where>(isObject);

/**
 * The filter of a node's settings, which is Chroma's own `where`; several keys side by side, which Chroma refuses, mean that all must hold.
 */
export function readWhere(filter: Readonly<Record<string, unknown>>): Where | undefined {
  return joined(
    '$and',
    Object.entries(filter).map(([key, value]) => whereSchema.parse({ [key]: value })),
  );
}

/** Both, or the one that there is. */
export function bothWheres(one: Where | undefined, other: Where | undefined): Where | undefined {
  return joined(
    '$and',
    [one, other].filter((where) => where !== undefined),
  );
}
