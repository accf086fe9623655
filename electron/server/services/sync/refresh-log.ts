import type { SyncLogEntry, SyncTrigger } from '../../../../shared/api/sync.ts';
import type { SyncRepository } from '../../storage/repositories/sync-repository.ts';
import { describeHeld } from './describe-refresh.ts';
import type { FolderChange } from './kept-folders.ts';

export interface RefreshLogOptions {
  readonly ownerId: string;
  readonly repository: Pick<SyncRepository, 'addLog'>;
  readonly now: () => Date;
}

type NewEntry = Omit<SyncLogEntry, 'id' | 'date'>;

/** What keeping one owner in step did and met; what stays as it is is said once. */
export class RefreshLog {
  readonly #options: RefreshLogOptions;
  #problem: string | undefined;
  #held: string | undefined;

  constructor(options: RefreshLogOptions) {
    this.#options = options;
  }

  add(entry: NewEntry): void {
    const { ownerId, repository, now } = this.#options;
    repository.addLog(ownerId, { ...entry, date: now().toISOString() });
  }

  /** What keeps a folder from being read; undefined: nothing. */
  noteProblem(trigger: SyncTrigger, problem: string | undefined): void {
    if (problem !== undefined && problem !== this.#problem) {
      this.#note(trigger, 'noted', `${problem} What is stored of it stays.`);
    }
    this.#problem = problem;
  }

  /** A folder that has lost all its files; undefined: none has. */
  noteHeld(trigger: SyncTrigger, change: FolderChange | undefined): void {
    const message = change === undefined ? undefined : describeHeld(change.loader.label, change.gone.length);
    if (message !== undefined && message !== this.#held) this.#note(trigger, 'held', message);
    this.#held = message;
  }

  /** Says again what stays as it is. */
  forget(): void {
    this.#problem = undefined;
    this.#held = undefined;
  }

  #note(trigger: SyncTrigger, outcome: SyncLogEntry['outcome'], message: string): void {
    this.add({ trigger, outcome, message, runId: null, result: null });
  }
}
