import type { PlannedLoader, UpsertPlan } from '../../../shared/flow/upsert-plan.ts';
import type { LoadChunks } from '../core/load-job.ts';
import type { FilesByLoader } from './load/look-at-files.ts';
import { loaderPart, type SourcePart } from './load/source-part.ts';
import type { RunEvents } from './run-events.ts';

/** Whether a loader reads files; any other fetches by itself. */
function takesFiles({ definition }: PlannedLoader): boolean {
  return definition.upload !== undefined;
}

/** What a flow is to load. */
export interface FlowLoad {
  readonly plan: UpsertPlan;
  readonly files: FilesByLoader;
  readonly skipFailedFiles: boolean;
}

/** The loaders of a flow as the source of an upsert: those that have something to read, in the order of the drawing. */
export function flowSource(
  { plan, files, skipFailedFiles }: FlowLoad,
  loadChunks: LoadChunks,
  events: RunEvents | undefined,
): readonly SourcePart[] {
  return plan.loaders.flatMap((loader) => {
    const own = files.get(loader.id) ?? [];
    if (own.length === 0 && takesFiles(loader)) {
      events?.updateNode(loader.id, { status: 'skipped', message: 'No file for it in this run' });
      return [];
    }
    return [loaderPart({ loader, files: own, skipFailedFiles, embedding: plan.embedding }, loadChunks)];
  });
}
