import { z } from 'zod';
import { type StorePart, StorePartSchema } from '../../../../shared/api/document-store-parts.ts';

const part = StorePartSchema.nullable();
const VectorPartsSchema = z.object({ embedding: part, vectorStore: part, recordManager: part });

/** The vector store that the chunks of a document store, or of one call, are inserted into. */
export type VectorParts = z.infer<typeof VectorPartsSchema>;

const NextPartsSchema = VectorPartsSchema.extend({ keepsOld: z.boolean().optional() });

/** Where all chunks of a store are moving to. `keepsOld`: what is stored where they are now stays there. */
export type NextParts = z.infer<typeof NextPartsSchema>;

function mapParts<Parts extends VectorParts>(parts: Parts, change: (part: StorePart) => StorePart): Parts {
  const mapped = (one: StorePart | null) => (one === null ? null : change(one));
  return {
    ...parts,
    embedding: mapped(parts.embedding),
    vectorStore: mapped(parts.vectorStore),
    recordManager: mapped(parts.recordManager),
  };
}

/** Parts from a column. @param open decrypts the secrets of one */
export function readParts(text: string | null, open: (part: StorePart) => StorePart): NextParts | null {
  return text === null ? null : mapParts(NextPartsSchema.parse(JSON.parse(text)), open);
}

/** Parts for a column. @param seal encrypts the secrets of one */
export function writeParts(parts: NextParts | null, seal: (part: StorePart) => StorePart): string | null {
  return parts === null ? null : JSON.stringify(mapParts(parts, seal));
}
