import { z } from 'zod';
import type { PlannedNode } from '../../../../shared/flow/flow-plan.ts';
import { workingName } from '../../../../shared/nodes/aliases.ts';
import type { CleanupMode } from '../../core/record-manager.ts';
import { openLoader } from '../../nodes/documentloaders/registry.ts';
import { paramsOf } from '../../pipeline/compile/open-nodes.ts';
import type { SyncLoader } from './owner.ts';

/** What a record manager's settings say of cleaning up. */
export interface RecordSettings {
  readonly cleanup: CleanupMode;
  readonly sourceIdKey: string;
}

const RecordSettingsSchema = z.object({
  cleanup: z.enum(['none', 'incremental', 'full']),
  sourceIdKey: z.string().default('source'),
});

/** The settings that all record managers have. @throws UserError INVALID_PARAM */
export function recordsOf(recordManager: PlannedNode): RecordSettings {
  return RecordSettingsSchema.parse(paramsOf(recordManager));
}

/** Metadata of a file of a folder that are its path: no two files of the folder have the same. */
const PATH_KEYS: ReadonlySet<string> = new Set(['source', 'path']);

/**
 * A loader that fetches by itself.
 * @param cacheFolder of the loaders
 * @throws UserError INVALID_PARAM for its settings
 */
export async function describeLoader(
  loader: PlannedNode,
  { sourceIdKey }: Pick<RecordSettings, 'sourceIdKey'>,
  cacheFolder: string,
): Promise<SyncLoader> {
  const { id, label, definition } = loader;
  const opened = await openLoader(workingName(definition), paramsOf(loader));
  const openFolder = opened !== undefined && 'loadOrigin' in opened ? opened.openFolder : undefined;
  return {
    id,
    label,
    openFolder: openFolder === undefined ? undefined : () => openFolder(cacheFolder),
    isBySource: PATH_KEYS.has(sourceIdKey) && opened !== undefined && !Object.hasOwn(opened.metadata, sourceIdKey),
  };
}
