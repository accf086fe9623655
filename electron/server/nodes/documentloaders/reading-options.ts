import type { ParamsOf } from '../../../../shared/nodes/define-node.ts';
import type { folderFiles } from '../../../../shared/nodes/documentloaders/folder-files.ts';
import type { readingParams } from '../../../../shared/nodes/documentloaders/found-files.ts';
import type { ReadOptions } from '../../readers/read-any-file.ts';

/** The params of {@link readingParams}, which every loader of found files has. */
type ReadingParams = Pick<ParamsOf<typeof folderFiles>, keyof typeof readingParams>;

/** How a loader of found files has each of them read: every option, so that none is forgotten. */
export function readingOptions({
  pdfUsage: usage,
  pointerName,
  attachments,
  comments,
  headers,
  ocr,
  ocrLanguages,
}: ReadingParams): Required<ReadOptions> {
  return { usage, pointerName, attachments, comments, headers, ocr, ocrLanguages };
}
