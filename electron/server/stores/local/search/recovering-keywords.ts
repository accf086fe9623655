import type { Database } from '../../../storage/database.ts';
import { deleteKeywordFile, isDamaged, openKeywordFile } from './keyword-file.ts';
import { KeywordIndex } from './keyword-index.ts';
import { RoundedVectors } from './rounded-vectors.ts';

export interface RecoveringKeywords {
  /** Runs `action`; if the file turns out to be damaged, throws the file away and runs it once more on an empty index. */
  use<T>(action: (index: KeywordIndex) => T): T;
  /** The same, for the rounded vectors that are in the file too. */
  withRounded<T>(action: (rounded: RoundedVectors) => T): T;
  close(): void;
}

export interface KeywordFileOptions {
  readonly file: string;
  readonly storeId: string;
  /** The end of the log when no keyword index of this life had been opened yet: the file can't have read further. */
  readonly maxLogSeq: number;
  /** See {@link RoundedVectors}; without it, none are kept. */
  readonly matrixBytes?: number | undefined;
  onDamage(message: string): void;
}

/** An index that has read further than the log went belongs to a later time: the main database was put back from a backup. */
function lastReadSeq(keywords: Database): number {
  const all = 'SELECT log_seq FROM position UNION ALL SELECT log_seq FROM rounded';
  return keywords.prepare<[], number | null>(`SELECT max(log_seq) FROM (${all})`).pluck().get() ?? 0;
}

/** Opens the keyword index such that damage costs time only. */
export function openRecoveringKeywords(main: Database, options: KeywordFileOptions): RecoveringKeywords {
  const { file, storeId, matrixBytes = 0 } = options;

  function open(): { keywords: Database; index: KeywordIndex; rounded: RoundedVectors } {
    let keywords = openKeywordFile(file, storeId);
    if (lastReadSeq(keywords) > options.maxLogSeq) {
      keywords.close();
      deleteKeywordFile(file);
      keywords = openKeywordFile(file, storeId);
    }
    const rounded = new RoundedVectors(main, keywords, matrixBytes);
    return { keywords, index: new KeywordIndex(main, keywords), rounded };
  }

  let current = open();
  function recovering<T>(action: () => T): T {
    try {
      return action();
    } catch (error) {
      if (!isDamaged(error)) throw error;
      options.onDamage('The keyword index was damaged and is filled again.');
      current.keywords.close();
      deleteKeywordFile(file);
      current = open();
      return action();
    }
  }

  return {
    use: (action) => recovering(() => action(current.index)),
    withRounded: (action) => recovering(() => action(current.rounded)),
    close: () => current.keywords.close(),
  };
}
