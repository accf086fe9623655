import type { PlannedLoader, UpsertPlan } from '../../../shared/flow/upsert-plan.ts';
import type { FileChanges } from '../core/document-loader.ts';
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
  /** Undefined: everything is loaded. */
  readonly changes?: LoaderChanges | undefined;
}

/** What has changed in the folders of a flow. */
export interface LoaderChanges {
  /** Whether only loaders that are named here are to load. */
  readonly isOnly: boolean;
  readonly byLoader: ReadonlyMap<string, FileChanges>;
}

/** Why a loader has nothing to do; undefined if it has. */
function idleReason(loader: PlannedLoader, fileCount: number, changes: LoaderChanges | undefined): string | undefined {
  if (changes?.isOnly === true && !changes.byLoader.has(loader.id)) return 'Nothing has changed for it';
  return fileCount === 0 && takesFiles(loader) ? 'No file for it in this run' : undefined;
}

/** Whether a run brings all that there is: what it does not bring is out of date then. */
export function bringsEverything({ plan, files, changes }: FlowLoad): boolean {
  return plan.loaders.every(
    (loader) =>
      idleReason(loader, files.get(loader.id)?.length ?? 0, changes) === undefined &&
      changes?.byLoader.get(loader.id)?.changed === undefined,
  );
}

/** The loaders of a flow as the source of an upsert: those that have something to read, in the order of the drawing. */
export function flowSource(
  { plan, files, skipFailedFiles, changes }: FlowLoad,
  loadChunks: LoadChunks,
  events: RunEvents | undefined,
): readonly SourcePart[] {
  return plan.loaders.flatMap((loader) => {
    const own = files.get(loader.id) ?? [];
    const message = idleReason(loader, own.length, changes);
    if (message !== undefined) {
      events?.updateNode(loader.id, { status: 'skipped', message });
      return [];
    }
    const work = { loader, files: own, skipFailedFiles, embedding: plan.embedding };
    return [loaderPart({ ...work, changes: changes?.byLoader.get(loader.id) }, loadChunks)];
  });
}
