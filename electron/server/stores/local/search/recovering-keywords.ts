import type { Database } from '../../../storage/database.ts';
import { deleteKeywordFile, isDamaged, openKeywordFile } from './keyword-file.ts';
import { KeywordIndex } from './keyword-index.ts';

export interface RecoveringKeywords {
  /** Runs `action`; if the file turns out to be damaged, throws the file away and runs it once more on an empty index. */
  use<T>(action: (index: KeywordIndex) => T): T;
  close(): void;
}

export interface KeywordFileOptions {
  readonly file: string;
  readonly storeId: string;
  /** The end of the log when no keyword index of this life had been opened yet: the file can't have read further. */
  readonly maxLogSeq: number;
  onDamage(message: string): void;
}

/** An index that has read further than the log went belongs to a later time: the main database was put back from a backup. */
function lastReadSeq(keywords: Database): number {
  return keywords.prepare<[], number | null>('SELECT max(log_seq) FROM position').pluck().get() ?? 0;
}

/** Opens the keyword index such that damage costs time only. */
export function openRecoveringKeywords(main: Database, options: KeywordFileOptions): RecoveringKeywords {
  const { file, storeId } = options;

  function open(): { keywords: Database; index: KeywordIndex } {
    let keywords = openKeywordFile(file, storeId);
    if (lastReadSeq(keywords) > options.maxLogSeq) {
      keywords.close();
      deleteKeywordFile(file);
      keywords = openKeywordFile(file, storeId);
    }
    return { keywords, index: new KeywordIndex(main, keywords) };
  }

  let current = open();
  return {
    use(action) {
      try {
        return action(current.index);
      } catch (error) {
        if (!isDamaged(error)) throw error;
        options.onDamage('The keyword index was damaged and is filled again.');
        current.keywords.close();
        deleteKeywordFile(file);
        current = open();
        return action(current.index);
      }
    },
    close: () => current.keywords.close(),
  };
}
