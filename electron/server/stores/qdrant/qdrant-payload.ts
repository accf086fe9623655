import { z } from 'zod';
import type { Metadata } from '../../core/document.ts';
import type { EmbeddedChunk } from '../../core/vector-store.ts';

/** Where in a point's payload text and metadata lie. */
export interface PayloadKeys {
  readonly content: string;
  readonly metadata: string;
}

const CHUNK_NO_KEY = 'chunkNo';

const metadataSchema = z.record(z.string(), z.unknown());

export function toPayload({ content, metadata, chunkNo }: EmbeddedChunk, keys: PayloadKeys): Record<string, unknown> {
  return { [CHUNK_NO_KEY]: chunkNo, [keys.content]: content, [keys.metadata]: metadata };
}

/** The client makes big integers of whole numbers over 2^53; they went in as plain numbers. */
function plain(value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value);
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, plain(inner)]));
}

/** The reverse of {@link toPayload}; what others stored may lack any of it: then the text is empty, and the position 0. */
export function fromPayload(
  payload: Readonly<Record<string, unknown>> | null | undefined,
  keys: PayloadKeys,
): { readonly content: string; readonly metadata: Metadata; readonly chunkNo: number } {
  const content = payload?.[keys.content];
  const chunkNo = payload?.[CHUNK_NO_KEY];
  const metadata = metadataSchema.safeParse(plain(payload?.[keys.metadata]));
  return {
    content: typeof content === 'string' ? content : '',
    metadata: metadata.success ? metadata.data : {},
    chunkNo: typeof chunkNo === 'number' ? chunkNo : 0,
  };
}
