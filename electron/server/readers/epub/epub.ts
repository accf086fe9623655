// Why no library: recall/precision on 14 public books are .976/.899, those of the best library .986/.816.
import { UserError } from '../../../../shared/errors/errors.ts';
import type { LoadedDocument, Metadata, SourceFile } from '../../core/document.ts';
import type { LoadContext } from '../../core/document-loader.ts';
import { fileCorrupt, fileHasNoText, SWITCH_ON_OCR } from '../errors/file-errors.ts';
import { createHtmlTextReader, HtmlTooDeepError } from '../html/html-text.ts';
import { decodePart } from '../text/decode-part.ts';
import { readThrough } from '../text/text-reader.ts';
import { tolerating, translatingErrors, withFirstText } from '../text/text-stream.ts';
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

/** @throws UserError FILE_CORRUPT if no chapter can be read; FILE_HAS_NO_TEXT if none has text */
async function* readChapters(reading: Reading): AsyncGenerator<Chapter> {
  const { epub, file, context } = reading;
  const { book, titles } = epub;
  let number = 0;
  let damage: UserError | undefined;
  const leaveOut = (error: unknown): void => {
    context.signal.throwIfAborted();
    if (!(error instanceof UserError)) throw error;
    damage ??= error;
    context.onNote?.(`A chapter was left out: ${error.message}`);
  };
  for (const [index, path] of book.chapters.entries()) {
    context.signal.throwIfAborted();
    try {
      const { reader, text } = await openChapter(reading, path);
      if (text !== undefined) {
        number += 1;
        const ownTitle = reader.heading ?? (reader.title === book.title ? undefined : reader.title);
        yield { number, title: titles.get(path) ?? ownTitle, text: tolerating(text, leaveOut) };
      }
    } catch (error) {
      leaveOut(error);
    }
    context.onRead(Math.round(((index + 1) / book.chapters.length) * file.sizeBytes));
  }
  if (number === 0) throw damage ?? withoutText(epub, file);
}

async function openChapter({ epub, file, context }: Reading, path: string) {
  const reader = await createHtmlTextReader({ isXhtml: true });
  const pieces = decodePart(await epub.archive.stream(path), context.signal);
  const name = (error: unknown) =>
    error instanceof HtmlTooDeepError ? fileCorrupt(file, `its part "${path}" is nested too deep`, error) : error;
  return { reader, text: await withFirstText(translatingErrors(readThrough(pieces, reader), name)) };
}

const PICTURE = /\.(?:jpe?g|png|gif|webp|svg|tiff?|bmp)$/i;

function withoutText({ archive }: Epub, file: SourceFile): UserError {
  if (![...archive.names].some((name) => PICTURE.test(name))) {
    return fileHasNoText(file, 'its chapters are empty', 'check that it is the whole book');
  }
  const remedy = `convert it to .pdf, with Calibre for example, and ${SWITCH_ON_OCR}`;
  return fileHasNoText(file, 'its pages are pictures, whose text is not read in e-books', remedy);
}
