import type { KeyedLock } from '../../common/keyed-lock.ts';
import type { EngineDeps } from '../../pipeline/engine-deps.ts';
import type { ContentRepository } from '../../storage/repositories/content-repository.ts';
import type { RemovedSourceRepository } from '../../storage/repositories/removed-source-repository.ts';
import type { ChatflowService } from '../chatflow-service.ts';
import type { StoreAccess } from '../libraries/store-access.ts';
import type { OriginalService } from '../originals/original-service.ts';
import type { RemoteListings } from './remote-reader.ts';

/** What showing and changing contents needs of the server. */
export interface ContentsDeps {
  readonly engine: EngineDeps;
  readonly chatflows: Pick<ChatflowService, 'find'>;
  readonly stores: StoreAccess;
  /** Aborted when the server stops. */
  readonly closing: AbortSignal;
  readonly contents: ContentRepository;
  readonly removed: RemovedSourceRepository;
  readonly originals: Pick<OriginalService, 'forget'>;
  readonly listings: RemoteListings;
  /** By the records, or the collection without: what people change by hand is done one after the other. */
  readonly changeLock: KeyedLock;
  readonly now: () => Date;
  /** Milliseconds that only grow. */
  readonly clock: () => number;
}
