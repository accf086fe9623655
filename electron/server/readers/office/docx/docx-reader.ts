import { createWriteStream } from 'node:fs';
import { posix } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { docxFile as definition } from '../../../../../shared/nodes/documentloaders/docx-file.ts';
import type { LoadedDocument, SourceFile } from '../../../core/document.ts';
import { readerOf } from '../../../core/document-loader.ts';
import { type ContainedFile, type Container, MOST_LEVELS, readContained } from '../../contained/read-contained.ts';
import { fileHasNoText } from '../../errors/file-errors.ts';
import { withProgress } from '../office-xml.ts';
import { type OpenOffice, openOffice, WORD } from '../open-office.ts';
import { readRelationships } from '../relationships.ts';
import { readDocument } from './read-document.ts';

/** The text of a Word document as Markdown, streamed: one document per file. */
export const docxReader = readerOf(definition, {
  load: (params, file, context) => readDocx(params, { file, context }),
});

/**
 * The text of a Word document.
 * @param container how the files embedded in it are read, behind its text; without it, they are not
 */
export async function* readDocx(
  { comments, headers }: { readonly comments: boolean; readonly headers: boolean },
  { file, context }: Pick<Container, 'file' | 'context'>,
  container?: Container,
): AsyncGenerator<LoadedDocument> {
  const { onRead } = context;
  const office = await openOffice(file, WORD, context);
  try {
    const embedded = container === undefined ? [] : await embeddedFiles(office);
    const pieces = readDocument(withProgress(office, [office.mainPart], onRead), {
      comments,
      headers,
      load: context,
      level: 0,
    });
    yield { text: requireText(file, pieces, embedded.length > 0), metadata: {} };
    if (container !== undefined && container.nesting.level < MOST_LEVELS) yield* readContained(embedded, container);
    onRead(file.sizeBytes);
  } finally {
    office.archive.close();
  }
}

/** Workbooks and other documents that people put into the text; not those behind charts, which the charts show. */
async function embeddedFiles(office: OpenOffice): Promise<readonly ContainedFile[]> {
  const relationships = await readRelationships(office, office.mainPart);
  const parts = new Set(relationships.flatMap(({ type, part }) => (type === 'package' ? [part] : [])));
  return [...parts].map((part) => ({
    name: posix.basename(part),
    sizeBytes: office.archive.sizeOf(part),
    unpack: async (path) => pipeline(await office.archive.stream(part), createWriteStream(path)),
  }));
}

async function* requireText(
  file: SourceFile,
  pieces: AsyncIterable<string>,
  mayBeEmpty: boolean,
): AsyncGenerator<string> {
  let hasText = mayBeEmpty;
  for await (const piece of pieces) {
    hasText = true;
    yield piece;
  }
  if (hasText) return;
  throw fileHasNoText(file, 'it holds no written paragraphs', 'if its text is in pictures, run text recognition first');
}
