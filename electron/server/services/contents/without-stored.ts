import type { WholeChunk } from '../../pipeline/index/passage-edits.ts';
import type { ContentRepository, ContentScope } from '../../storage/repositories/content-repository.ts';
import { nameOfSource } from './local-reader.ts';

/** Chunks that a number has at most: a few, where a source was upserted several times without records. */
const SAME_NUMBER = 4;

function keyOf({ chunkNo, content }: Pick<WholeChunk, 'chunkNo' | 'content'>): string {
  return `${chunkNo} ${content}`;
}

/** Leaves out chunks that lie there already, at their number: a stop came between bringing them and forgetting that they were removed. @param chunks of one source */
export function withoutStored(
  contents: ContentRepository,
  scopes: readonly ContentScope[],
  chunks: readonly WholeChunk[],
): readonly WholeChunk[] {
  const [first] = chunks;
  const source = first === undefined ? undefined : contents.sourcesNamed(scopes, nameOfSource(first.metadata))[0];
  if (source === undefined) return chunks;
  const chunkNo = Math.min(...chunks.map((chunk) => chunk.chunkNo));
  const places = contents.after({ sourceId: source.id, chunkNo, chunkId: -1 }, chunks.length * SAME_NUMBER);
  const rows = contents.read(
    'collection',
    places.map(({ chunkId }) => chunkId),
  );
  const stored = new Set(rows.map(keyOf));
  return chunks.filter((chunk) => !stored.has(keyOf(chunk)));
}
