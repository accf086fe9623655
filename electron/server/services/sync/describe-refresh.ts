import type { FailedFile, RunResult } from '../../../../shared/api/runs.ts';
import { countOf } from '../../../../shared/text/format.ts';

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
  const told = `${describeFailed('Could not be read', unread)}${describeFailed('Read in part', inPart)}`;
  return `${chunks === '' ? 'no chunks' : chunks}.${told}`;
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

/** What is asked of files that are missing. */
export function describeHeld(label: string, why: string): string {
  return `"${label}": ${why} What is stored of them stays until you say that they are gone for good, or the drive is back.`;
}
