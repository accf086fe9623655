import type { DraggedFile } from '../../../shared/ipc/dialogs.ts';
import { fileNameFor } from '../save-file.ts';
import { quotePassage } from './copy-passage.ts';
import { sourceName } from './describe-passage.ts';

interface FiledPassage {
  readonly pageContent: string;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly chunkNo: number;
}

/** A passage as a text file: "rules.pdf 12.txt". */
export function passageFile(passage: FiledPassage): DraggedFile {
  // The end of a path says more than its beginning; and the number must not be cut off.
  const name = `${sourceName(passage.metadata).slice(-60)} ${passage.chunkNo}`;
  return { name: fileNameFor(name, 'txt'), text: quotePassage(passage) };
}
