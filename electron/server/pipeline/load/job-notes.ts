import type { LoadProgress } from '../../core/chunk.ts';

/** What the readers of a job's files tell people. */
export interface JobNotes {
  add(fileName: string, note: string): void;
  /**
   * The first notes, and how many more there are.
   * @param before what is told before them
   */
  told(before?: string): Pick<LoadProgress, 'message'>;
}

/** So many notes are shown: a folder of workbooks has thousands. */
const MOST_SHOWN = 5;

export function createNotes(): JobNotes {
  const notes: string[] = [];
  let count = 0;
  let lastFile: string | undefined;
  return {
    add(fileName, note) {
      count += 1;
      if (notes.length === MOST_SHOWN) return;
      notes.push(fileName === lastFile ? note : `"${fileName}": ${note}`);
      lastFile = fileName;
    },
    told(before) {
      if (count === 0) return before === undefined ? {} : { message: before };
      const more = count - notes.length;
      const first = before === undefined ? [] : [before.replace(/\.?$/, '.')];
      return { message: [...first, ...notes, ...(more === 0 ? [] : [`And ${more} more notes.`])].join(' ') };
    },
  };
}
