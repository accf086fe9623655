import { type ReactNode, useMemo, useState } from 'react';
import type { DryRunDocument, DryRunUpdate } from '../../../shared/api/dry-run.ts';
import type { UpsertCounts } from '../../../shared/api/runs.ts';
import { formatCount } from '../../../shared/text/format.ts';
import { t } from '../../../shared/texts/t.ts';
import { classNames } from '../class-names.ts';
import { passageTitle, placeUnderTitle } from '../passage/describe-passage.ts';
import { VirtualList } from '../virtual-list.tsx';
import { ChangedText } from './changed-text.tsx';
import { FactChanges } from './fact-changes.tsx';

/** A passage whose text changes: the store deletes one chunk and adds another. */
interface ChangedChunk {
  readonly before: DryRunDocument;
  readonly after: DryRunDocument;
}

interface PairedChanges {
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

/** What would become of the chunks of a collection: all counts, and the chunks as far as they are listed. */
export interface Difference extends UpsertCounts {
  readonly added: readonly DryRunDocument[];
  readonly updated: readonly DryRunUpdate[];
  readonly deleted: readonly DryRunDocument[];
  /** Whether a list was cut. */
  readonly truncated: boolean;
}

type Entry = { readonly number: number } & (
  | { readonly kind: 'changed'; readonly before: DryRunDocument; readonly chunk: DryRunDocument }
  | { readonly kind: 'added' | 'deleted'; readonly chunk: DryRunDocument }
  | { readonly kind: 'updated'; readonly chunk: DryRunUpdate }
);
type Kind = Entry['kind'];

const LABELS: Readonly<Record<Kind, string>> = {
  changed: t('Changed'),
  added: t('Added'),
  deleted: t('Deleted'),
  updated: t('Metadata'),
};
const LIST_LABELS: Readonly<Record<Kind, string>> = {
  changed: t('Changed chunks'),
  added: t('Added chunks'),
  deleted: t('Deleted chunks'),
  updated: t('Metadata chunks'),
};
const KINDS = ['changed', 'added', 'deleted', 'updated'] as const;

function entriesOf(kind: Kind, paired: PairedChanges, { updated }: Difference): readonly Entry[] {
  if (kind === 'changed') {
    return paired.changed.map(({ before, after }, number) => ({ number, kind, before, chunk: after }));
  }
  if (kind === 'updated') return updated.map((chunk, number) => ({ number, kind, chunk }));
  return paired[kind].map((chunk, number) => ({ number, kind, chunk }));
}

/** How many there are of each, also of those that are not listed. */
function countsOf({ changed }: PairedChanges, difference: Difference): Readonly<Record<Kind, number>> {
  const { length } = changed;
  return {
    changed: length,
    added: difference.numAdded - length,
    deleted: difference.numDeleted - length,
    updated: difference.numUpdated,
  };
}

const EDGES: Readonly<Record<Kind, string>> = {
  changed: 'border-l-warning',
  added: 'border-l-success',
  deleted: 'border-l-danger',
  updated: 'border-l-accent',
};

function EntryRow({ entry }: { readonly entry: Entry }) {
  const { kind, chunk } = entry;
  const place = placeUnderTitle(chunk.metadata);
  return (
    <article className="pb-2">
      <div className={classNames('rounded-control border border-l-4 border-border bg-surface p-3', EDGES[kind])}>
        <p className="mb-1 flex flex-wrap items-baseline gap-x-3">
          <span className="min-w-0 truncate font-medium" title={passageTitle(chunk.metadata)}>
            {passageTitle(chunk.metadata)}
          </span>
          {place === undefined ? null : <span className="tabular text-secondary text-muted">{place}</span>}
        </p>
        {kind === 'updated' ? (
          <FactChanges before={entry.chunk.previousMetadata ?? {}} after={entry.chunk.metadata} />
        ) : null}
        {kind === 'changed' ? (
          <ChangedText before={entry.before.pageContent} after={chunk.pageContent} />
        ) : (
          <p
            className={classNames(
              'font-mono text-secondary leading-5 break-words whitespace-pre-wrap',
              kind === 'updated' && 'line-clamp-2 text-muted',
            )}
          >
            {chunk.pageContent}
          </p>
        )}
      </div>
    </article>
  );
}

interface KindsProps {
  readonly counts: Readonly<Record<Kind, number>>;
  readonly shown: Kind;
  readonly onShow: (kind: Kind) => void;
}

/** Which of the lists is open; a list without anything in it is not offered. */
function Kinds({ counts, shown, onShow }: KindsProps) {
  return (
    <fieldset className="flex flex-wrap gap-1">
      <legend className="sr-only">{t('Which chunks to show')}</legend>
      {KINDS.filter((kind) => counts[kind] > 0).map((kind) => (
        <button
          key={kind}
          type="button"
          aria-pressed={kind === shown}
          onClick={() => onShow(kind)}
          className={classNames(
            'flex h-7 items-center gap-1.5 rounded-control border px-2.5 font-medium',
            kind === shown ? 'border-accent bg-accent-soft text-accent' : 'border-border hover:bg-hover',
          )}
        >
          {LABELS[kind]} <span className="tabular font-normal">{formatCount(counts[kind])}</span>
        </button>
      ))}
    </fieldset>
  );
}

export interface DifferenceListProps {
  readonly difference: Difference;
  /** Stands where there is no difference at all. */
  readonly nothing: ReactNode;
  /** The height of the list. */
  readonly className?: string;
}

/** What changes in a collection, readable: passages that get another text word by word, and those that come, go or only get other metadata. */
export function DifferenceList({ difference, nothing, className }: DifferenceListProps) {
  const paired = useMemo(() => pairChanges(difference.deleted, difference.added), [difference]);
  const counts = countsOf(paired, difference);
  const [wanted, setWanted] = useState<Kind>('changed');
  const shown = counts[wanted] > 0 ? wanted : KINDS.find((kind) => counts[kind] > 0);
  const entries = useMemo(
    () => (shown === undefined ? [] : entriesOf(shown, paired, difference)),
    [shown, paired, difference],
  );
  if (shown === undefined) return nothing;
  const missing = counts[shown] - entries.length;
  return (
    <div className={classNames('flex min-h-0 flex-col gap-2', className)}>
      <Kinds counts={counts} shown={shown} onShow={setWanted} />
      <VirtualList
        key={shown}
        label={LIST_LABELS[shown]}
        items={entries}
        keyOf={({ number }) => String(number)}
        rowHeight={120}
        renderRow={(entry) => <EntryRow entry={entry} />}
        className="min-h-24 flex-1"
      />
      {missing <= 0 ? null : (
        <p className="text-secondary text-muted">
          {t('{count, plural, one {# more chunk} other {# more chunks}} not listed: the list shows the first.', {
            count: missing,
          })}
        </p>
      )}
    </div>
  );
}
