import type { DryRunDocument } from '../../../shared/api/dry-run.ts';

/** A passage whose text changes: the store deletes one chunk and adds another. */
export interface ChangedChunk {
  readonly before: DryRunDocument;
  readonly after: DryRunDocument;
}

export interface PairedChanges {
  readonly changed: readonly ChangedChunk[];
  readonly added: readonly DryRunDocument[];
  readonly deleted: readonly DryRunDocument[];
}

/** Share of the words that both must have in common to be the same passage. */
const ALIKE = 0.4;
/** A pair of words that this many chunks of a source have distinguishes none of them. */
const COMMON = 40;
/** So many chunks of the most pairs in common are compared in full. */
const COMPARED = 5;

function sourceOf({ metadata }: DryRunDocument): string {
  return typeof metadata.source === 'string' ? metadata.source : '';
}

interface Read {
  readonly chunk: DryRunDocument;
  readonly words: ReadonlySet<string>;
  /** Neighbouring words, two by two: few chunks share them by chance. */
  readonly pairs: ReadonlySet<string>;
}

function read(chunk: DryRunDocument): Read {
  const words = chunk.pageContent.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const pairs = words.map((word, index) => `${word} ${words[index + 1] ?? ''}`);
  return { chunk, words: new Set(words), pairs: new Set(pairs) };
}

function likenessOf(one: Read, other: Read): number {
  let shared = 0;
  for (const word of one.words) if (other.words.has(word)) shared += 1;
  return shared / Math.max(1, one.words.size, other.words.size);
}

function groupBySource(chunks: readonly DryRunDocument[]): ReadonlyMap<string, readonly Read[]> {
  const groups = new Map<string, Read[]>();
  for (const chunk of chunks) {
    const group = groups.get(sourceOf(chunk)) ?? [];
    groups.set(sourceOf(chunk), group);
    group.push(read(chunk));
  }
  return groups;
}

/** Chunks by the pairs of words in them. */
function indexByPair(chunks: readonly Read[]): ReadonlyMap<string, readonly Read[]> {
  const index = new Map<string, Read[]>();
  for (const chunk of chunks) {
    for (const pair of chunk.pairs) {
      const having = index.get(pair) ?? [];
      index.set(pair, having);
      having.push(chunk);
    }
  }
  return index;
}

interface Candidate extends ChangedChunk {
  readonly likeness: number;
}

/** Pairs of one source that are alike, most alike first. */
function candidatesOf(deleted: readonly Read[], added: readonly Read[]): Candidate[] {
  const index = indexByPair(deleted);
  return added
    .flatMap((after) => {
      const shared = new Map<Read, number>();
      for (const pair of after.pairs) {
        const having = index.get(pair) ?? [];
        if (having.length > COMMON) continue;
        for (const before of having) shared.set(before, (shared.get(before) ?? 0) + 1);
      }
      const nearest = [...shared].sort((a, b) => b[1] - a[1]).slice(0, COMPARED);
      return nearest.map(([before]) => ({
        before: before.chunk,
        after: after.chunk,
        likeness: likenessOf(before, after),
      }));
    })
    .filter(({ likeness }) => likeness >= ALIKE)
    .sort((a, b) => b.likeness - a.likeness);
}

/** Finds which deleted chunk of a source comes back with another text: people read that as one change. */
export function pairChanges(deleted: readonly DryRunDocument[], added: readonly DryRunDocument[]): PairedChanges {
  const pairs = new Map<DryRunDocument, ChangedChunk>();
  const used = new Set<DryRunDocument>();
  const addedBySource = groupBySource(added);
  for (const [source, gone] of groupBySource(deleted)) {
    for (const { before, after } of candidatesOf(gone, addedBySource.get(source) ?? [])) {
      if (used.has(before) || pairs.has(after)) continue;
      used.add(before);
      pairs.set(after, { before, after });
    }
  }
  return {
    changed: added.flatMap((after) => pairs.get(after) ?? []),
    added: added.filter((chunk) => !pairs.has(chunk)),
    deleted: deleted.filter((chunk) => !used.has(chunk)),
  };
}
