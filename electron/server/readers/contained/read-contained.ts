import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UserError } from '../../../../shared/errors/errors.ts';
import type { LoadedDocument, SourceFile } from '../../core/document.ts';
import type { LoadContext } from '../../core/document-loader.ts';
import { archiveTooLarge, attachmentsTooDeep } from '../errors/file-errors.ts';
import { countFiles, LeftOutFiles } from '../errors/left-out.ts';
import { tolerating } from '../text/text-stream.ts';

/** How deep files may lie in files: an archive in the attachment of a mail, say. */
export const MOST_LEVELS = 3;

/** What files within one file may take together: the limits of one archive. */
const MOST_FILES = 10_000;
const MOST_BYTES = 1024 ** 3;

/** How deep a file lies in others, and what all files within the outermost one may still take. */
export interface Nesting {
  /** 0 for a file that lies in no other. */
  readonly level: number;
  readonly left: { files: number; bytes: number };
}

export function outermost(): Nesting {
  return { level: 0, left: { files: MOST_FILES, bytes: MOST_BYTES } };
}

/** A file within another: an entry of an archive, an attachment of a mail. */
export interface ContainedFile {
  /** Its name, with its folders; never used as a path. */
  readonly name: string;
  /** Unpacked, in bytes; what is unpacked is never more. */
  readonly sizeBytes: number;
  /** Whether it belongs to the outer file's looks, as the pictures of a mail do: if it can't be read, nothing is reported. */
  readonly isDecoration?: boolean;
  /** Writes it to a path. @throws UserError if it is damaged */
  unpack(path: string): Promise<void>;
}

/** A file that holds others, and how those are read. */
export interface Container {
  readonly file: SourceFile;
  readonly context: LoadContext;
  readonly nesting: Nesting;
  readonly readFile: (file: SourceFile, nesting: Nesting) => AsyncIterable<LoadedDocument>;
}

/** What has become of the files within a file. */
export interface ContainedTally {
  read: number;
  /** Errors by the names of the files that were left out. */
  readonly leftOut: Map<string, UserError>;
  /** Those that the note is about. */
  readonly unreported: LeftOutFiles;
}

/** Files with these errors have nothing to read. */
const WITHOUT_TEXT = new Set<string>(['UNSUPPORTED_FILE_TYPE', 'FILE_EMPTY', 'FILE_HAS_NO_TEXT']);

/**
 * Reads files within a file one after another, each as a file of its name; `file` in the metadata says which one it was. What can't be read is left out
 * and reported in a note.
 * @throws UserError ARCHIVE_TOO_LARGE when all files within the outermost one together are too many or too large
 */
export async function* readContained(
  files: AsyncIterable<ContainedFile> | Iterable<ContainedFile>,
  container: Container,
): AsyncGenerator<LoadedDocument, ContainedTally> {
  const { context } = container;
  const tally: ContainedTally = { read: 0, leftOut: new Map(), unreported: new LeftOutFiles() };
  const folder = await unpackFolder(context);
  try {
    for await (const contained of files) {
      context.signal.throwIfAborted();
      yield* readOne(contained, join(folder, 'file'), { ...container, tally });
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  report(container, tally);
  return tally;
}

/** A folder for what is unpacked of a file. */
export function unpackFolder({ makeFolder }: LoadContext): Promise<string> {
  return makeFolder?.() ?? mkdtemp(join(tmpdir(), 'tributary-unpack-'));
}

async function* readOne(
  contained: ContainedFile,
  path: string,
  { file, context, nesting, readFile, tally }: Container & { readonly tally: ContainedTally },
): AsyncGenerator<LoadedDocument> {
  const { name, sizeBytes } = contained;
  const { left, level } = nesting;
  left.files -= 1;
  left.bytes -= sizeBytes;
  if (left.files < 0) throw archiveTooLarge(file, `it holds more than ${MOST_FILES} files`);
  if (left.bytes < 0) throw archiveTooLarge(file, `its files unpack to more than ${MOST_BYTES / 1024 ** 2} MB`);
  const leaveOut = (error: unknown): void => {
    context.signal.throwIfAborted();
    if (!(error instanceof UserError)) throw error;
    if (contained.isDecoration === true) return;
    tally.leftOut.set(name, error);
    // What would be refused by itself is no failure: a picture, an empty file. What is damaged may have been stored before.
    if (!WITHOUT_TEXT.has(error.code) && context.onFailedPart !== undefined) context.onFailedPart(error);
    else if (context.onLeftOut === undefined) tally.unreported.add(name, error);
    else context.onLeftOut(name, error);
  };
  let hasText = false;
  try {
    await contained.unpack(path);
    const source = { name: `${file.name}/${name}`, path, sizeBytes };
    for await (const document of readFile(source, { level: level + 1, left })) {
      hasText = true;
      const { text, metadata } = document;
      const within = typeof metadata.file === 'string' ? `${name}/${metadata.file}` : name;
      yield {
        ...document,
        text: typeof text === 'string' ? text : tolerating(text, leaveOut),
        metadata: { ...metadata, file: within },
      };
    }
  } catch (error) {
    leaveOut(error);
  } finally {
    await rm(path, { force: true });
  }
  if (hasText) tally.read += 1;
}

/** Says that files which lie too deep in others are not read. */
export function reportTooDeep(files: Iterable<ContainedFile>, { file, context }: Container): void {
  const names = [...files].filter(({ isDecoration }) => isDecoration !== true).map(({ name }) => name);
  if (names.length === 0) return;
  const error = attachmentsTooDeep(file, names, MOST_LEVELS);
  // Nothing of them has ever been stored: that is no failure.
  if (context.onLeftOut === undefined) context.onNote?.(error.message);
  else for (const name of names) context.onLeftOut(name, error);
}

function report({ context }: Container, { unreported }: ContainedTally): void {
  if (unreported.count === 0) return;
  context.onNote?.(`Left out: ${countFiles(unreported.count)} that could not be read (${unreported.describe()}).`);
}
