import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useMemo } from 'react';
import { formatCount } from '../../../shared/text/format.ts';
import { t } from '../../../shared/texts/t.ts';
import { ChunkExcerpt } from '../chunk-excerpt.tsx';
import { classNames } from '../class-names.ts';
import { IconButton } from '../controls/icon-button.tsx';

/** Longer overlaps are not looked for: splitters that share more between chunks are rare, and comparing takes its time. Characters. */
const LONGEST = 20_000;
/** Fewer characters are the same by chance. */
const SHORTEST = 4;

/** For each place of a pattern: how many characters before it begin the pattern again. */
function bordersOf(pattern: string): Int32Array {
  const borders = new Int32Array(pattern.length);
  let length = 0;
  for (let at = 1; at < pattern.length; at += 1) {
    while (length > 0 && pattern[at] !== pattern[length]) length = borders[length - 1] ?? 0;
    if (pattern[at] === pattern[length]) length += 1;
    borders[at] = length;
  }
  return borders;
}

/** How many characters at the end of a chunk begin the next one, too; 0 if that is none or could be chance. */
export function findOverlap(before: string, after: string): number {
  const most = Math.min(before.length, after.length, LONGEST);
  const pattern = after.slice(0, most);
  const borders = bordersOf(pattern);
  let length = 0;
  for (const character of splitUnits(before.slice(before.length - most))) {
    if (length === pattern.length) length = borders[length - 1] ?? 0;
    while (length > 0 && character !== pattern[length]) length = borders[length - 1] ?? 0;
    if (character === pattern[length]) length += 1;
  }
  return length < SHORTEST ? 0 : length;
}

function* splitUnits(text: string): Generator<string> {
  for (let at = 0; at < text.length; at += 1) yield text.charAt(at);
}

interface OverlappingChunk {
  readonly pageContent: string;
  readonly metadata: Readonly<Record<string, unknown>>;
}

/** How many characters each of the chunks shares with the one before it. Chunks of different sources share nothing. */
export function findOverlaps(chunks: readonly OverlappingChunk[]): readonly number[] {
  return chunks.map(({ pageContent, metadata }, index) => {
    const before = chunks[index - 1];
    if (before === undefined || before.metadata.source !== metadata.source) return 0;
    return findOverlap(before.pageContent, pageContent);
  });
}

/** Chunks of a page: as many as can be compared without losing the place. */
export const CHUNKS_A_PAGE = 5;

interface PreviewChunk {
  readonly chunkNo: number;
  readonly pageContent: string;
  readonly metadata: Readonly<Record<string, unknown>>;
}

interface Statistics {
  readonly chunks: number;
  /** False where there are more than were counted. */
  readonly isWhole: boolean;
  readonly shortest: number;
  readonly median: number;
  readonly longest: number;
}

function StatisticTiles({ statistics }: { readonly statistics: Statistics }) {
  const { chunks, isWhole, shortest, median, longest } = statistics;
  const tiles = [
    [t('chunks'), isWhole ? formatCount(chunks) : `> ${formatCount(chunks - 1)}`],
    [t('shortest'), formatCount(shortest)],
    [t('median'), formatCount(median)],
    [t('longest'), formatCount(longest)],
  ] as const;
  return (
    <dl className="tabular grid grid-cols-4 overflow-hidden rounded-card border border-border">
      {tiles.map(([name, value]) => (
        <div key={name} className="flex flex-col-reverse border-r border-border px-2 py-1.5 last:border-r-0">
          <dt className="truncate text-secondary text-muted">{name}</dt>
          <dd className="truncate text-section font-semibold">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function hints(shown: readonly number[], statistics: Statistics | undefined): string {
  const sentences = [
    ...(statistics === undefined ? [] : [t('Lengths in characters.')]),
    ...(shown.some((overlap) => overlap > 0) ? [t('What two chunks share is marked.')] : []),
  ];
  return sentences.join(' ');
}

export interface ChunkPreviewProps {
  readonly preview: {
    /** In order, without gaps. */
    readonly chunks: readonly PreviewChunk[];
    readonly isComplete: boolean;
    /** What the loader reports about its files. */
    readonly notes?: string | undefined;
    readonly statistics?: Statistics | undefined;
  };
  /** From 0, of {@link CHUNKS_A_PAGE} chunks. */
  readonly page: number;
  readonly onPage: (page: number) => void;
  /** Whether there are more chunks to load. */
  readonly canGoOn: boolean;
  /** A newer one is being worked out. */
  readonly isOld: boolean;
  /** Longer texts are folded. Characters. */
  readonly foldedAt?: number;
}

/** The chunks that settings give, page by page: how many, how long, and what two of them share. It stays, dimmed, until the next one is there. */
export function ChunkPreview({ preview, page, onPage, canGoOn, isOld, foldedAt }: ChunkPreviewProps) {
  const { chunks, isComplete, notes, statistics } = preview;
  const overlaps = useMemo(() => findOverlaps(chunks), [chunks]);
  if (chunks.length === 0 && page === 0)
    return <p className="text-muted">{t('There is no text to make chunks of.')}</p>;
  const before = (chunks[0]?.chunkNo ?? 1) - 1;
  const last = before + chunks.length;
  // Other settings may give fewer chunks than the page that was looked at.
  const shownPage = Math.min(page, Math.max(0, Math.ceil(last / CHUNKS_A_PAGE) - 1));
  const from = Math.max(0, shownPage * CHUNKS_A_PAGE - before);
  const shown = chunks.slice(from, from + CHUNKS_A_PAGE);
  const [first] = shown;
  const end = before + from + shown.length;
  const total = statistics === undefined ? (isComplete ? last : undefined) : statistics.chunks;
  const all = total === undefined || statistics?.isWhole === false ? t('many') : formatCount(total);
  const hasNext = end < last || (canGoOn && !isComplete);
  const hint = hints(overlaps.slice(from, from + CHUNKS_A_PAGE + 1), statistics);
  return (
    <div
      aria-busy={isOld}
      className={classNames('flex flex-col gap-2 transition-opacity duration-120', isOld && 'opacity-60')}
    >
      {statistics === undefined ? null : <StatisticTiles statistics={statistics} />}
      {notes === undefined ? null : <p className="text-secondary text-muted">{notes}</p>}
      {hint === '' ? null : <p className="text-secondary text-muted">{hint}</p>}
      <div className="flex items-center justify-between gap-2">
        <p role="status" className="tabular text-secondary text-muted">
          {shown.length === 1
            ? t('Chunk {number} of {all}', { number: formatCount(end), all })
            : t('Chunks {first}–{last} of {all}', {
                first: formatCount(first?.chunkNo ?? 0),
                last: formatCount(end),
                all,
              })}
        </p>
        <div className="flex">
          <IconButton
            label={t('Chunks before')}
            icon={<ChevronLeft />}
            disabled={shownPage === 0}
            onClick={() => onPage(shownPage - 1)}
          />
          <IconButton
            label={t('Chunks after')}
            icon={<ChevronRight />}
            disabled={!hasNext}
            onClick={() => onPage(shownPage + 1)}
          />
        </div>
      </div>
      <ol aria-label={t('Chunks')} className="flex flex-col gap-2">
        {shown.map((chunk, index) => (
          <li key={chunk.chunkNo}>
            <ChunkExcerpt
              chunk={chunk}
              aside={t('chunk {number}', { number: formatCount(chunk.chunkNo) })}
              sharedBefore={overlaps[from + index] ?? 0}
              sharedAfter={overlaps[from + index + 1] ?? 0}
              {...(foldedAt === undefined ? {} : { foldedAt })}
            />
          </li>
        ))}
      </ol>
    </div>
  );
}
