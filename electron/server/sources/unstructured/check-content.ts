import type { SourceFile } from '../../core/document.ts';
import { openArchive } from '../../readers/archive/open-archive.ts';
import { describeContent } from '../../readers/content/describe-content.ts';
import { fileEmpty, wrongContent } from '../../readers/errors/file-errors.ts';
import { inspectText } from '../../readers/text/inspect-text.ts';

/** file-type's names of the formats that are not text, by the extension. */
const CONTENT_TYPES: ReadonlyMap<string, string> = new Map([
  ['.pdf', 'pdf'],
  ['.doc', 'cfb'],
  ['.ppt', 'cfb'],
  ['.xls', 'cfb'],
  ['.msg', 'cfb'],
  ['.docx', 'docx'],
  ['.pptx', 'pptx'],
  ['.xlsx', 'xlsx'],
  ['.odt', 'odt'],
  ['.epub', 'epub'],
  ['.rtf', 'rtf'],
  ['.jpg', 'jpg'],
  ['.jpeg', 'jpg'],
  ['.png', 'png'],
  ['.heic', 'heic'],
  ['.tiff', 'tif'],
  ['.bmp', 'bmp'],
]);

const ARCHIVES = new Set(['docx', 'pptx', 'xlsx', 'odt', 'epub']);

/**
 * Rejects files that no server can read before they are sent: an empty file, one whose content does not match its name, and an archive that is
 * damaged or would unpack to too much.
 * @throws UserError FILE_EMPTY, UNSUPPORTED_FILE_TYPE, FILE_CORRUPT, FILE_ENCRYPTED, ARCHIVE_TOO_LARGE
 */
export async function checkContent(file: SourceFile, signal: AbortSignal): Promise<void> {
  if (file.sizeBytes === 0) throw fileEmpty(file);
  const extension = file.name.slice(file.name.lastIndexOf('.')).toLowerCase();
  const wanted = CONTENT_TYPES.get(extension);
  if (wanted === undefined) {
    const inspection = await inspectText(file.path, signal);
    if (inspection.kind === 'binary') throw wrongContent(file, `a text (${extension})`, inspection.found);
    return;
  }
  const { fileTypeFromFile } = await import('file-type');
  const found = await fileTypeFromFile(file.path);
  if (ARCHIVES.has(wanted)) {
    const archive = await openArchive(file, `a ${extension} file`, signal);
    archive.close();
  }
  if (found?.ext === wanted) return;
  throw wrongContent(file, `a ${extension} file`, await describeContent(file, signal));
}
