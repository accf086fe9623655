import { z } from 'zod';
import { type StorePart, StorePartSchema } from '../../../../shared/api/document-store-parts.ts';

const part = StorePartSchema.nullable();
const VectorPartsSchema = z.object({ embedding: part, vectorStore: part, recordManager: part });

/** Where chunks are brought to, of a store or of one call. */
export type VectorParts = z.infer<typeof VectorPartsSchema>;

function mapParts(parts: VectorParts, change: (part: StorePart) => StorePart): VectorParts {
  const mapped = (one: StorePart | null) => (one === null ? null : change(one));
  return {
    embedding: mapped(parts.embedding),
    vectorStore: mapped(parts.vectorStore),
    recordManager: mapped(parts.recordManager),
  };
}

/** Parts from a column. @param open decrypts the secrets of one */
export function readParts(text: string | null, open: (part: StorePart) => StorePart): VectorParts | null {
  return text === null ? null : mapParts(VectorPartsSchema.parse(JSON.parse(text)), open);
}

/** Parts for a column. @param seal encrypts the secrets of one */
export function writeParts(parts: VectorParts | null, seal: (part: StorePart) => StorePart): string | null {
  return parts === null ? null : JSON.stringify(mapParts(parts, seal));
}
