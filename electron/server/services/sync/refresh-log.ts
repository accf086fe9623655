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
  /** Why files are held, by loader. */
  readonly #held = new Map<string, string>();

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

  /** Files that are missing and not deleted, and those that are back. */
  noteHeld(trigger: SyncTrigger, found: readonly FolderChange[]): void {
    for (const { loader, held, isAnswered } of found) {
      const before = this.#held.get(loader.id);
      if (held === undefined) this.#held.delete(loader.id);
      else this.#held.set(loader.id, held.why);
      if (held !== undefined && held.why !== before && held.answer === null) {
        this.#note(trigger, 'held', describeHeld(loader.label, held.why));
      }
      if (held === undefined && before !== undefined && !isAnswered) {
        this.#note(trigger, 'noted', `The missing files of "${loader.label}" are back.`);
      }
    }
  }

  /** Says again what stays as it is. */
  forget(): void {
    this.#problem = undefined;
    this.#held.clear();
  }

  #note(trigger: SyncTrigger, outcome: SyncLogEntry['outcome'], message: string): void {
    this.add({ trigger, outcome, message, runId: null, result: null });
  }
}
