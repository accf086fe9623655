// Why no library: recall/precision on 14 public books are .976/.899, those of the best library .986/.816.
import type { LoadedDocument, Metadata, SourceFile } from '../../core/document.ts';
import type { LoadContext } from '../../core/document-loader.ts';
import { fileCorrupt, fileHasNoText } from '../errors/file-errors.ts';
import { createHtmlTextReader, HtmlTooDeepError } from '../html/html-text.ts';
import { decodePart } from '../text/decode-part.ts';
import { readThrough } from '../text/text-reader.ts';
import { translatingErrors, withFirstText } from '../text/text-stream.ts';
import { type Epub, openEpub } from './open-epub.ts';

export type EpubUsage = 'perChapter' | 'perFile';

interface Reading {
  readonly epub: Epub;
  readonly file: SourceFile;
  readonly context: LoadContext;
}

interface Chapter {
  /** Counts from 1; parts without text (such as a cover) are not counted. */
  readonly number: number;
  readonly title: string | undefined;
  readonly text: AsyncIterable<string>;
}

/** The chapters of an EPUB book in reading order, with the titles of book and chapter: one document per chapter or per file. */
export async function* readEpub(
  file: SourceFile,
  usage: EpubUsage,
  context: LoadContext,
): AsyncGenerator<LoadedDocument> {
  const epub = await openEpub(file, context.signal);
  try {
    const chapters = readChapters({ epub, file, context });
    const metadata = describe(epub);
    if (usage === 'perFile') {
      yield { text: joinChapters(chapters), metadata };
      return;
    }
    for await (const { number, title, text } of chapters) {
      const chapter = title === undefined ? { number } : { number, title };
      yield { text, metadata: { ...metadata, chapter } };
    }
  } finally {
    epub.archive.close();
  }
}

function describe({ book: { title, author, language } }: Epub): Metadata {
  const facts = Object.entries({ title, author, language });
  return Object.fromEntries(facts.filter(([, value]) => value !== undefined && value !== ''));
}

async function* joinChapters(chapters: AsyncIterable<Chapter>): AsyncGenerator<string> {
  for await (const { number, text } of chapters) {
    if (number > 1) yield '\n\n';
    yield* text;
  }
}

/** @throws UserError FILE_CORRUPT; FILE_HAS_NO_TEXT if no chapter has text */
async function* readChapters({ epub, file, context }: Reading): AsyncGenerator<Chapter> {
  const { archive, book, titles } = epub;
  let number = 0;
  for (const [index, path] of book.chapters.entries()) {
    context.signal.throwIfAborted();
    const reader = await createHtmlTextReader({ isXhtml: true });
    const pieces = decodePart(await archive.stream(path), context.signal);
    const name = (error: unknown) =>
      error instanceof HtmlTooDeepError ? fileCorrupt(file, `its part "${path}" is nested too deep`, error) : error;
    const text = await withFirstText(translatingErrors(readThrough(pieces, reader), name));
    if (text !== undefined) {
      number += 1;
      const ownTitle = reader.heading ?? (reader.title === book.title ? undefined : reader.title);
      yield { number, title: titles.get(path) ?? ownTitle, text };
    }
    context.onRead(Math.round(((index + 1) / book.chapters.length) * file.sizeBytes));
  }
  if (number === 0) {
    throw fileHasNoText(file, 'its pages are pictures', 'run text recognition on it first');
  }
}
