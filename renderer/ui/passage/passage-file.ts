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
  const name = `${sourceName(passage.metadata)} ${passage.chunkNo}`;
  return { name: fileNameFor(name.slice(-200), 'txt'), text: quotePassage(passage) };
}
