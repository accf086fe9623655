import { docxFile as definition } from '../../../../../shared/nodes/documentloaders/docx-file.ts';
import type { SourceFile } from '../../../core/document.ts';
import { implement } from '../../../core/node-kinds.ts';
import { fileHasNoText } from '../../errors/file-errors.ts';
import { withProgress } from '../office-xml.ts';
import { openOffice, WORD } from '../open-office.ts';
import { readDocument } from './read-document.ts';

/** The text of a Word document as Markdown, streamed: one document per file. */
export const docxReader = implement(definition, {
  async *load({ comments, headers }, file, context) {
    const { onRead } = context;
    const office = await openOffice(file, WORD, context);
    try {
      const pieces = readDocument(withProgress(office, [office.mainPart], onRead), { comments, headers });
      yield { text: requireText(file, pieces), metadata: {} };
      onRead(file.sizeBytes);
    } finally {
      office.archive.close();
    }
  },
});

async function* requireText(file: SourceFile, pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let hasText = false;
  for await (const piece of pieces) {
    hasText = true;
    yield piece;
  }
  if (hasText) return;
  throw fileHasNoText(file, 'it holds no written paragraphs', 'if its text is in pictures, run text recognition first');
}
