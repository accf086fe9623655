import type { FailedFile, RunResult } from '../../../../shared/api/runs.ts';
import type { SyncLogEntry, SyncTrigger } from '../../../../shared/api/sync.ts';
import { countOf } from '../../../../shared/text/format.ts';
import type { SyncRepository } from '../../storage/repositories/sync-repository.ts';
import type { FolderChange } from './watched-folders.ts';

/** How many files a refresh was about. */
export interface ChangeCounts {
  readonly changed: number;
  readonly gone: number;
}

function join(parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined).join(', ');
}

/** @returns undefined for none */
function some(count: number, words: string): string | undefined {
  return count === 0 ? undefined : words;
}

function describeFiles({ changed, gone }: ChangeCounts): string {
  const both = join([
    some(changed, `${countOf(changed, 'file')} new or changed`),
    some(gone, changed === 0 ? `${countOf(gone, 'file')} gone` : `${gone} gone`),
  ]);
  return both === '' ? 'Looked at everything' : both;
}

function describeChunks({ numAdded, numDeleted, numUpdated, numSkipped, failedFiles = [] }: RunResult): string {
  const chunks = join([
    some(numAdded, `${countOf(numAdded, 'chunk')} added`),
    some(numUpdated, `${countOf(numUpdated, 'chunk')} updated`),
    some(numDeleted, `${countOf(numDeleted, 'chunk')} deleted`),
    some(numSkipped, `${countOf(numSkipped, 'chunk')} unchanged`),
  ]);
  const unread = failedFiles.filter(({ isPartial }) => isPartial !== true);
  const inPart = failedFiles.filter(({ isPartial }) => isPartial === true);
  const reported = `${describeFailed('Could not be read', unread)}${describeFailed('Read in part', inPart)}`;
  return `${chunks === '' ? 'no chunks' : chunks}.${reported}`;
}

function describeFailed(what: string, files: readonly FailedFile[]): string {
  const [first] = files;
  if (first === undefined) return '';
  return ` ${what}: ${files.length === 1 ? first.name : countOf(files.length, 'file')}. ${first.message}`;
}

/** "2 files new or changed, 1 gone: 3 chunks added, 2 chunks deleted." */
export function describeRefresh(changes: ChangeCounts, result: RunResult): string {
  return `${describeFiles(changes)}: ${describeChunks(result)}`;
}

/** The question about missing files. */
function describeHeld(label: string, why: string): string {
  return `"${label}": ${why} What is stored of them stays until you say that they are gone for good, or the drive is back.`;
}

export interface RefreshLogOptions {
  readonly ownerId: string;
  readonly repository: Pick<SyncRepository, 'addLog'>;
  readonly now: () => Date;
}

type NewEntry = Omit<SyncLogEntry, 'id' | 'date'>;

/** Log of syncing one library; a problem that stays is logged once. */
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

  /** Why a folder can't be read; undefined: all can. */
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

  /** Logs problems and held files again. */
  forget(): void {
    this.#problem = undefined;
    this.#held.clear();
  }

  #note(trigger: SyncTrigger, outcome: SyncLogEntry['outcome'], message: string): void {
    this.add({ trigger, outcome, message, runId: null, result: null });
  }
}
