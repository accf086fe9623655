import { BIN_KEPT_MS, type BinEntry } from '../../../shared/api/bin.ts';
import type { DeletionResult } from '../../../shared/api/common.ts';
import { UserError } from '../../../shared/errors/errors.ts';
import type { Log } from '../core/log.ts';
import type { BinnedRow, BinRepository } from '../storage/repositories/bin-repository.ts';
import type { ChatflowService } from './chatflow-service.ts';
import type { PruneService } from './deletion/prune-service.ts';
import type { RemovalService } from './deletion/removal-service.ts';
import type { Libraries } from './libraries/libraries.ts';
import type { RunService } from './runs/run-service.ts';

export interface BinServiceOptions {
  readonly bin: BinRepository;
  readonly chatflows: Pick<ChatflowService, 'binChanged'>;
  readonly libraries: Pick<Libraries, 'find'>;
  readonly runs: Pick<RunService, 'cancelAllOf'>;
  readonly removals: Pick<RemovalService, 'remove'>;
  /** What it has of sources and conversations is pruned. */
  readonly prunes: Pick<PruneService, 'changed'>;
  readonly log: Log;
  readonly now: () => Date;
}

/** How often the bin is looked through for what has to go. */
const LOOK_MS = 60 * 60_000;

function toEntry({ id, kind, name, deletedDate }: BinnedRow): BinEntry {
  const goesDate = new Date(Date.parse(deletedDate) + BIN_KEPT_MS).toISOString();
  return { id, kind, name, deletedDate, goesDate };
}

function findBinned({ bin }: BinServiceOptions, id: string): BinnedRow {
  const row = bin.find(id);
  if (row !== undefined) return row;
  throw new UserError('NOT_FOUND', 'This is not in the bin: see GET /api/v1/bin for what is.');
}

function take(deps: BinServiceOptions, id: string): void {
  deps.bin.take(id);
  deps.chatflows.binChanged();
}

async function remove(deps: BinServiceOptions, { id, kind, reachesRemote }: BinnedRow): Promise<DeletionResult> {
  const { removals } = deps;
  // A stop between the two leaves it among the others, where it can be deleted again.
  take(deps, id);
  const wishes = { reachesRemote, keepsData: false };
  return removals.remove(kind, id, wishes);
}

async function add(
  deps: BinServiceOptions,
  kind: BinEntry['kind'],
  id: string,
  reachesRemote: boolean,
): Promise<BinEntry> {
  const exists = () => deps.libraries.find(id, kind);
  exists();
  await deps.runs.cancelAllOf(id, 'toBin');
  exists();
  deps.bin.insert({ id, kind, deletedDate: deps.now().toISOString(), reachesRemote });
  deps.chatflows.binChanged();
  return toEntry(findBinned(deps, id));
}

/** Deleted flows and document stores: they can be restored for 7 days, then they are removed with all that they have stored. */
export function createBinService(deps: BinServiceOptions) {
  async function expire(): Promise<void> {
    const before = deps.now().getTime() - BIN_KEPT_MS;
    for (const row of deps.bin.list()) {
      if (Date.parse(row.deletedDate) > before) continue;
      await remove(deps, row);
    }
  }
  const look = () => {
    deps.prunes.changed();
    expire().catch((error: unknown) => deps.log.error({ error }, 'The bin could not be emptied of what is old'));
  };
  const timer = setInterval(look, LOOK_MS);
  timer.unref();
  return {
    list: (): BinEntry[] => deps.bin.list().map(toEntry),
    /**
     * Cancels its runs and takes it out of sight; what it has stored stays for now.
     * @throws UserError CHATFLOW_NOT_FOUND, STORE_NOT_FOUND
     */
    add: (kind: BinEntry['kind'], id: string, reachesRemote: boolean): Promise<BinEntry> =>
      add(deps, kind, id, reachesRemote),
    /** @throws UserError NOT_FOUND */
    restore(id: string): BinEntry {
      const entry = toEntry(findBinned(deps, id));
      take(deps, id);
      return entry;
    },
    /** @throws UserError NOT_FOUND */
    remove: async (id: string): Promise<DeletionResult> => remove(deps, findBinned(deps, id)),
    /** Removes, in the background, all that has been in it for too long. */
    look,
    expire,
    close: (): void => clearInterval(timer),
  };
}

export type BinService = ReturnType<typeof createBinService>;
