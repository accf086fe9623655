import type { ChatPool } from '../core/chat-model.ts';
import type { EmbeddingPool } from '../core/embedding-model.ts';
import type { LoadChunks } from '../core/load-job.ts';
import type { EditRepository } from '../storage/repositories/edit-repository.ts';
import type { ValueSource } from './compile/fill-inputs.ts';
import type { IndexDeps } from './with-index.ts';

/** What running a plan needs of the server. */
export interface EngineDeps extends IndexDeps {
  readonly loadChunks: LoadChunks;
  readonly embeddingPool: EmbeddingPool;
  readonly chatPool: ChatPool;
  /** What people have made of passages: each load takes it. */
  readonly edits: EditRepository;
  /** Variables and credentials that inputs refer to. */
  readonly values: ValueSource;
  /** Resolves when what was committed is on the disk. */
  readonly settle: () => Promise<void>;
}
