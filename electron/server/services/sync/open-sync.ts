import type { Database } from '../../storage/database.ts';
import { createBinRepository } from '../../storage/repositories/bin-repository.ts';
import { createSyncRepository } from '../../storage/repositories/sync-repository.ts';
import type { StoreAccess } from '../libraries/store-access.ts';
import { createFlowOwners, type FlowOwnersOptions } from './flow-owners.ts';
import type { KeeperDeps } from './keeper.ts';
import { createZoneClock } from './next-time.ts';
import { isOnBattery } from './power.ts';
import { createStoreOwners, type StoreOwnersOptions } from './store-owners.ts';
import { SyncService } from './sync-service.ts';

export interface OpenSyncOptions
  extends Omit<FlowOwnersOptions, 'cacheFolder'>,
    Pick<StoreOwnersOptions, 'documentStores'>,
    Pick<KeeperDeps, 'now' | 'clock' | 'log'> {
  readonly db: Database;
  readonly folder: { readonly cache: string };
  readonly stores: StoreAccess;
  /** Those who are to know of what is deleted. */
  readonly onRemoved: ((ownerId: string) => void)[];
}

/** What keeps chatflows and document stores in step, not started. */
export function openSync(options: OpenSyncOptions): SyncService {
  const { db, folder, stores, onRemoved, log, now, clock } = options;
  const cacheFolder = folder.cache;
  const bin = createBinRepository(db);
  const sync = new SyncService({
    repository: createSyncRepository(db),
    flows: createFlowOwners({ ...options, cacheFolder }),
    stores: createStoreOwners({ ...options, deps: stores, cacheFolder }),
    isBinned: (ownerId) => bin.find(ownerId) !== undefined,
    readPower: isOnBattery,
    zone: createZoneClock(),
    log,
    now,
    clock,
  });
  onRemoved.push((ownerId) => sync.forget(ownerId));
  return sync;
}
