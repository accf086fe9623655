import { docxFile as definition } from '../../../../shared/nodes/documentloaders/docx-file.ts';
import { checkArchive } from '../../files/check-archive.ts';
import { describeContent } from '../../files/describe-content.ts';
import { fileCorrupt, fileEmpty, fileEncrypted, fileHasNoText, wrongContent } from '../../files/file-errors.ts';
import { describeArchive, officeContainer } from '../../files/office-kind.ts';
import { implement, type SourceFile } from '../kinds.ts';

const WANTED = 'a Word document (.docx)';

/** The text of a Word document, its paragraphs parted by blank lines: one document a file. */
export const docxFile = implement(definition, {
  async *load(_params, file, { signal, onRead }) {
    await requireDocx(file, signal);
    const text = await readParagraphs(file);
    signal.throwIfAborted();
    if (text.trim() === '') {
      throw fileHasNoText(
        file,
        'it holds no written paragraphs',
        'if its text is in pictures, run text recognition first',
      );
    }
    onRead(file.sizeBytes);
    yield { text, metadata: {} };
  },
});

async function requireDocx(file: SourceFile, signal: AbortSignal): Promise<void> {
  const container = await officeContainer(file);
  if (container === 'empty') throw fileEmpty(file);
  if (container === 'encrypted') throw fileEncrypted(file);
  if (container === 'compound') {
    throw wrongContent(file, WANTED, 'an Office file of the format before 2007, which Word can save as .docx');
  }
  if (container === 'other') throw wrongContent(file, WANTED, await describeContent(file, signal));
  const names = await checkArchive(file, signal);
  const kind = describeArchive(names);
  if (kind !== 'a Word document') throw wrongContent(file, WANTED, kind);
}

async function readParagraphs(file: SourceFile): Promise<string> {
  const { default: mammoth } = await import('mammoth');
  try {
    const { value } = await mammoth.extractRawText({ path: file.path });
    // An empty paragraph, which only makes room, would give four line feeds.
    return value.replace(/\n{3,}/g, '\n\n').trimEnd();
  } catch (error) {
    throw fileCorrupt(file, 'its content is damaged', error);
  }
}
