import type { PassageEdit } from '../../storage/repositories/edit-repository.ts';
import type { ContentsOwner } from './contents-owner.ts';
import type { ReadChunk } from './contents-reader.ts';

/** Chunks around the place of a passage that are looked at for what stands there now. */
const AROUND = 60;
/** Share of its words that a passage keeps when it changes; one with less in common is another. */
const LIKENESS = 0.3;

function wordsOf(text: string): Set<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);
}

/** Share of the words of both that both have. */
function likeness(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let both = 0;
  for (const word of a) if (b.has(word)) both += 1;
  const all = a.size + b.size - both;
  return all === 0 ? 0 : both / all;
}

/** What seems to stand in the place of a passage that its source no longer has: the chunk near it that is most like it. */
export async function findSuccessor(owner: ContentsOwner, edit: PassageEdit): Promise<ReadChunk | undefined> {
  const { reader } = owner;
  const { sources } = await reader.listSources({
    search: edit.name,
    order: 'name',
    isDescending: false,
    offset: 0,
    limit: 100,
  });
  let best: { readonly chunk: ReadChunk; readonly score: number } | undefined;
  for (const source of sources.filter(({ name }) => name === edit.name)) {
    const place = Math.max(0, edit.chunkNo - 1 - AROUND / 2);
    const { chunks } = await reader.page({ sourceId: source.id, from: { place }, limit: AROUND });
    for (const chunk of chunks) {
      if (owner.originOf(chunk).partId !== edit.partId) continue;
      const score = likeness(wordsOf(edit.original), wordsOf(chunk.content));
      if (score >= LIKENESS && score > (best?.score ?? 0)) best = { chunk, score };
    }
  }
  return best?.chunk;
}
