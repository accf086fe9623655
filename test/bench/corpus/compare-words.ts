import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** How often each word of a text occurs. */
export type WordCounts = Map<string, number>;

/** Shares from 0 to 1 of the words that the other program has found, and of those that we have. */
export interface FoundWords {
  readonly recall: number;
  readonly precision: number;
}

/** Shorter texts say nothing of a reader: one word more or less is several percent. */
const FEWEST_WORDS = 100;
const LARGEST_BYTES = 256 * 1024 ** 2;
const LONGEST_MS = 60_000;

const run = promisify(execFile);

/** Adds the words of a text to those before it. */
export function countWords(text: string, counts: WordCounts = new Map()): WordCounts {
  for (const word of text
    .normalize('NFKC')
    .toLowerCase()
    .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []) {
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return counts;
}

function total(counts: WordCounts): number {
  return counts.values().reduce((sum, count) => sum + count, 0);
}

/** Compares words, whatever their order. Undefined if the other program has found too few to tell. */
export function compareWords(own: WordCounts, others: WordCounts): FoundWords | undefined {
  if (total(others) < FEWEST_WORDS) return undefined;
  let common = 0;
  for (const [word, count] of own) common += Math.min(count, others.get(word) ?? 0);
  return { recall: common / total(others), precision: common / Math.max(1, total(own)) };
}

/** Whether `pdftotext` of poppler-utils is installed. */
export async function hasPdftotext(): Promise<boolean> {
  try {
    await run('pdftotext', ['-v']);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false;
    throw error;
  }
}

/** The words of a PDF as `pdftotext` finds them; undefined if it can't read the file. */
export async function wordsByPdftotext(path: string): Promise<WordCounts | undefined> {
  try {
    const limits = { maxBuffer: LARGEST_BYTES, timeout: LONGEST_MS };
    return countWords((await run('pdftotext', ['-enc', 'UTF-8', path, '-'], limits)).stdout);
  } catch (error) {
    // Its exit code is a number; what keeps it from being run has a name.
    if (error instanceof Error && 'code' in error && typeof error.code === 'string') throw error;
    return undefined;
  }
}
