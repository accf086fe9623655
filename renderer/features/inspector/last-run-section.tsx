import type { NodeRun } from '../../../shared/api/runs.ts';
import type { NodeKind } from '../../../shared/nodes/kinds.ts';
import { describeProgress, formatElapsed } from '../../../shared/text/format.ts';
import { t } from '../../../shared/texts/t.ts';
import { useRunChunks } from '../../api/run-chunks.ts';
import { useFlowStore } from '../../stores/flow/flow-store.ts';
import { hrefOf } from '../../stores/router.ts';
import { useNodeRun, useRunStore } from '../../stores/run-store.ts';
import { ChunkExcerpt } from '../../ui/chunk-excerpt.tsx';

const WORDS: Readonly<Record<NodeRun['status'], string>> = {
  queued: t('It waits for its turn.'),
  running: t('It is running.'),
  done: t('Done'),
  skipped: t('It was skipped.'),
  failed: t('It failed.'),
  cancelled: t('It was cancelled.'),
};

/** As many as are seen beside the settings. */
const SHOWN_CHUNKS = 3;
/** Characters: some lines of each. */
const FOLDED_AT = 180;

/** The first of what the run added, for the nodes that chunks come out of. */
function FirstChunks({ runId }: { readonly runId: string }) {
  const { data } = useRunChunks(runId, 'added');
  const chunks = (data?.pages[0]?.chunks ?? [])
    .flatMap(({ id, pageContent, metadata }) =>
      pageContent === null ? [] : [{ id, pageContent, metadata: metadata ?? {} }],
    )
    .slice(0, SHOWN_CHUNKS);
  if (chunks.length === 0) return null;
  return (
    <div className="mt-2 flex flex-col gap-2">
      <h4 className="text-secondary text-muted">{t('First chunks that were added')}</h4>
      {chunks.map((chunk) => (
        <ChunkExcerpt key={chunk.id} chunk={chunk} foldedAt={FOLDED_AT} />
      ))}
    </div>
  );
}

/** What the node gave in the flow's last run, with the way to all of it. Nothing while there was none. */
export function LastRunSection({ nodeId, kind }: { readonly nodeId: string; readonly kind: NodeKind }) {
  const chatflowId = useFlowStore((state) => state.chatflowId) ?? '';
  const node = useNodeRun(chatflowId, nodeId);
  const runId = useRunStore((state) => state.activeRunByFlow[chatflowId]?.runId);
  if (node === undefined || runId === undefined) return null;
  const gave = describeProgress(node);
  const givesChunks = kind === 'textsplitter' || kind === 'vectorstore';
  const isOver = node.status !== 'queued' && node.status !== 'running';
  return (
    <section aria-label={t('Last run')} className="flex flex-col gap-1">
      <div className="flex items-baseline justify-between gap-2">
        <h3 className="font-semibold">{t('Last run')}</h3>
        <a className="rounded-sm text-secondary text-accent hover:underline" href={hrefOf({ page: 'run', runId })}>
          {t('Open the run')}
        </a>
      </div>
      <p className={node.status === 'failed' ? 'tabular text-danger' : 'tabular text-muted'}>
        {node.status === 'done' && gave !== undefined ? gave : WORDS[node.status]}
        {isOver && node.elapsedMs !== undefined ? ` · ${formatElapsed(node.elapsedMs)}` : ''}
      </p>
      {node.message === undefined ? null : <p className="text-secondary text-muted">{node.message}</p>}
      {givesChunks && node.status === 'done' ? <FirstChunks runId={runId} /> : null}
    </section>
  );
}
