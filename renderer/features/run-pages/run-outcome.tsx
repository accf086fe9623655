import { X } from 'lucide-react';
import { useState } from 'react';
import { type RunChunk, type RunChunkKind, RunChunkKindSchema } from '../../../shared/api/run-chunks.ts';
import type { RunDetails } from '../../../shared/api/run-details.ts';
import { isFinalStatus, type Run, type UpsertCounts } from '../../../shared/api/runs.ts';
import { skippedLabel } from '../../../shared/text/describe-counts.ts';
import { formatCount } from '../../../shared/text/format.ts';
import { t } from '../../../shared/texts/t.ts';
import { useRunChunks } from '../../api/run-chunks.ts';
import { hrefOf, navigate, useRoute } from '../../stores/router.ts';
import { classNames } from '../../ui/class-names.ts';
import { Button } from '../../ui/controls/button.tsx';
import { FactChanges } from '../../ui/difference/fact-changes.tsx';
import { ErrorNotice, splitMessage } from '../../ui/feedback/error-notice.tsx';
import { ProgressBar } from '../../ui/feedback/progress-bar.tsx';
import { QueryState } from '../../ui/feedback/query-state.tsx';
import { placeInSource } from '../../ui/passage/describe-passage.ts';
import { describeProgress, describeResult, shareOf } from './run-words.ts';

const TITLES = {
  added: t('Added chunks'),
  updated: t('Updated chunks'),
  deleted: t('Deleted chunks'),
  skipped: t('Unchanged chunks'),
} as const satisfies Record<RunChunkKind, string>;

const NONE = {
  added: t('The run added no chunk.'),
  updated: t('The run updated no chunk.'),
  deleted: t('The run deleted no chunk.'),
  skipped: t('The run left no chunk as it was.'),
} as const satisfies Record<RunChunkKind, string>;

const EDGES = {
  added: 'border-l-success',
  updated: 'border-l-accent',
  deleted: 'border-l-danger',
  skipped: 'border-l-border-strong',
} as const satisfies Record<RunChunkKind, string>;

/** Longer texts are shown whole on request. */
const SHORT = 320;

function Text({ content }: { readonly content: string }) {
  const [isOpen, setOpen] = useState(false);
  const isLong = content.length > SHORT;
  return (
    <p className="break-words whitespace-pre-line">
      {isOpen || !isLong ? content : `${content.slice(0, SHORT).trimEnd()} …`}
      {isLong ? (
        <button
          type="button"
          aria-expanded={isOpen}
          className="ml-2 text-secondary text-accent hover:underline"
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? t('Show less') : t('Show all')}
        </button>
      ) : null}
    </p>
  );
}

function notesOf({ isStored, pageContent }: RunChunk, kind: RunChunkKind): string | undefined {
  if (pageContent === null) return t('Its text is not kept: the chunk has been replaced or deleted since.');
  if (kind === 'deleted' && isStored) return t('It has been brought back since.');
  return kind !== 'deleted' && !isStored ? t('It has been replaced or deleted since.') : undefined;
}

function Chunk({ chunk, kind }: { readonly chunk: RunChunk; readonly kind: RunChunkKind }) {
  const { source, chunkNo, pageContent, metadata, metadataBefore } = chunk;
  const place = metadata === null ? undefined : placeInSource(metadata);
  const note = notesOf(chunk, kind);
  const facts = [chunkNo === null ? undefined : t('chunk {number}', { number: chunkNo }), place].filter(
    (fact) => fact !== undefined,
  );
  return (
    <li className={classNames('border-b border-border border-l-3 px-4 py-3 last:border-b-0', EDGES[kind])}>
      <p className="tabular flex min-w-0 gap-2 text-secondary">
        <span className="truncate font-medium" title={source}>
          {source === '' ? t('Unknown source') : source}
        </span>
        <span className="shrink-0 text-muted">{facts.join(' · ')}</span>
      </p>
      {metadataBefore === null || metadata === null ? null : (
        <div className="mt-1">
          <FactChanges before={metadataBefore} after={metadata} />
        </div>
      )}
      {pageContent === null ? null : <Text content={pageContent} />}
      {note === undefined ? null : <p className="text-secondary text-muted">{note}</p>}
    </li>
  );
}

interface RunChunksProps {
  readonly runId: string;
  readonly kind: RunChunkKind;
  readonly onClose: () => void;
}

/** The chunks behind one of the counts of a run. */
function RunChunks({ runId, kind, onClose }: RunChunksProps) {
  const query = useRunChunks(runId, kind);
  return (
    <section
      aria-label={TITLES[kind]}
      className="flex flex-col overflow-hidden rounded-card border border-border bg-surface"
    >
      <div className="flex items-center justify-between border-b border-border py-2 pr-2 pl-4">
        <h2 className="text-section font-semibold">{TITLES[kind]}</h2>
        <Button look="quiet" icon={<X />} onClick={onClose}>
          {t('Close')}
        </Button>
      </div>
      <QueryState query={query} loading={t('Loading chunks…')}>
        {({ pages }) => {
          const chunks = pages.flatMap((page) => page.chunks);
          const whyNot = pages[0]?.whyNot;
          if (chunks.length === 0 && !query.hasNextPage) {
            return <p className="px-4 py-6 text-center text-muted">{whyNot ?? NONE[kind]}</p>;
          }
          return (
            <>
              <ul aria-label={TITLES[kind]} className="max-h-[min(60vh,560px)] overflow-y-auto">
                {chunks.map((chunk) => (
                  <Chunk key={chunk.id} chunk={chunk} kind={kind} />
                ))}
              </ul>
              {query.hasNextPage ? (
                <div className="flex justify-center border-t border-border p-2">
                  <Button disabled={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                    {query.isFetchingNextPage ? t('Loading…') : t('Show more')}
                  </Button>
                </div>
              ) : null}
            </>
          );
        }}
      </QueryState>
    </section>
  );
}

export interface RunOutcomeProps {
  readonly run: Run;
  /** Those so far, while it goes on; undefined where they are not known. */
  readonly counts: UpsertCounts | undefined;
  readonly details: RunDetails | undefined;
}

const TILES = [
  { key: 'numAdded', labelOf: () => t('chunks added'), kind: 'added' },
  { key: 'numUpdated', labelOf: () => t('chunks updated'), kind: 'updated' },
  { key: 'numDeleted', labelOf: () => t('chunks deleted'), kind: 'deleted' },
  { key: 'numSkipped', labelOf: (counts) => t('chunks {state}', { state: skippedLabel(counts) }), kind: 'skipped' },
] as const satisfies readonly {
  readonly key: keyof UpsertCounts;
  readonly labelOf: (counts: UpsertCounts) => string;
  readonly kind: RunChunkKind;
}[];

const TILE = 'flex flex-col-reverse border-border px-4 py-3 not-first:border-l';

function Tile({ count, label }: { readonly count: number; readonly label: string }) {
  return (
    <>
      <span className="text-secondary text-muted">{label}</span>
      <span className={classNames('tabular text-page font-semibold', count === 0 && 'text-muted')}>
        {formatCount(count)}
      </span>
    </>
  );
}

/** Each count leads to the chunks that it counts. */
function Tiles({
  run,
  counts,
  open,
}: {
  readonly run: Run;
  readonly counts: UpsertCounts;
  readonly open: RunChunkKind | undefined;
}) {
  return (
    <nav
      aria-label={t('Chunks')}
      className="grid grid-cols-2 overflow-hidden rounded-card border border-border bg-surface sm:grid-cols-4"
    >
      {TILES.map(({ key, labelOf, kind }) =>
        counts[key] === 0 ? (
          <div key={key} className={TILE}>
            <Tile count={0} label={labelOf(counts)} />
          </div>
        ) : (
          <a
            key={key}
            href={hrefOf({ page: 'run', runId: run.id, ...(kind === open ? {} : { search: { chunks: kind } }) })}
            aria-current={kind === open ? 'true' : undefined}
            className={classNames(TILE, 'hover:bg-hover', kind === open && 'bg-hover')}
          >
            <Tile count={counts[key]} label={labelOf(counts)} />
          </a>
        ),
      )}
    </nav>
  );
}

function Progress({ run }: { readonly run: Run }) {
  const { progress } = run;
  return (
    <section aria-label={t('Progress')} className="flex flex-col gap-2">
      <ProgressBar label={t('Progress of the run')} value={progress === undefined ? undefined : shareOf(progress)} />
      {progress === undefined ? null : (
        <p className="tabular text-secondary text-muted">{describeProgress(progress).join(' · ')}</p>
      )}
    </section>
  );
}

function labelOf({ nodes }: Run, nodeId: string | undefined): string | undefined {
  return nodes.find((node) => node.nodeId === nodeId)?.label;
}

function Failure({ run }: { readonly run: Run }) {
  const { whatHappened, whatToDo } = splitMessage(run.error?.message ?? t('The run failed: look into the server log.'));
  return <ErrorNotice where={labelOf(run, run.error?.nodeId)} whatHappened={whatHappened} whatToDo={whatToDo} />;
}

/** Why the last run can't be done again, or not be undone. */
function Reasons({ run, details }: { readonly run: Run; readonly details: RunDetails }) {
  const { again, undo, isLast } = details;
  const reasons = [
    again.whyNot === undefined || run.status !== 'FINISHED'
      ? (again.whyNot ?? '')
      : t('It can’t be run again. {reason}', { reason: again.whyNot }),
    !isLast || undo.whyNot === undefined ? '' : t('It can’t be undone. {reason}', { reason: undo.whyNot }),
  ].filter((reason) => reason !== '');
  return reasons.map((reason) => (
    <p key={reason} className="text-secondary text-muted">
      {reason}
    </p>
  ));
}

/** How a run stands: its progress, or what came of it. */
export function RunOutcome({ run, counts, details }: RunOutcomeProps) {
  const isOver = isFinalStatus(run.status);
  const route = useRoute();
  const open = RunChunkKindSchema.safeParse(route.page === 'run' ? route.search?.chunks : undefined).data;
  return (
    <div className="flex flex-col gap-3">
      {isOver ? null : <Progress run={run} />}
      {run.status === 'FAILED' ? <Failure run={run} /> : <p>{describeResult(run, counts)}</p>}
      {counts === undefined ? null : <Tiles run={run} counts={counts} open={open} />}
      {open === undefined ? null : (
        <RunChunks key={open} runId={run.id} kind={open} onClose={() => navigate({ page: 'run', runId: run.id })} />
      )}
      {isOver && details !== undefined ? <Reasons run={run} details={details} /> : null}
    </div>
  );
}
