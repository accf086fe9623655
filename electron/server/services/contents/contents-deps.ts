import type { KeyedLock } from '../../common/keyed-lock.ts';
import type { EngineDeps } from '../../pipeline/engine-deps.ts';
import type { ContentRepository } from '../../storage/repositories/content-repository.ts';
import type { RemovedSourceRepository } from '../../storage/repositories/removed-source-repository.ts';
import type { ChatflowService } from '../chatflow-service.ts';
import type { StoreDeps } from '../document-stores/store-deps.ts';
import type { OriginalService } from '../originals/original-service.ts';
import type { RemoteListings } from './remote-reader.ts';

/** What showing and changing contents needs of the server. */
export interface ContentsDeps {
  readonly engine: EngineDeps;
  readonly chatflows: Pick<ChatflowService, 'find'>;
  readonly stores: StoreDeps;
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
