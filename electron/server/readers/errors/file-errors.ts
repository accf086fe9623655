import { UserError } from '../../../../shared/errors/errors.ts';
import type { UnreadKind } from '../../../../shared/nodes/unread-kinds.ts';
import type { SourceFile } from '../../core/document.ts';
import type { PictureUnreadable } from '../../core/text-recogniser.ts';
import { shortenNames } from './left-out.ts';

/** The content does not match the file's name. `found` is a phrase for what it is: "a PDF document". */
export function wrongContent(file: SourceFile, wanted: string, found: string): UserError {
  return new UserError(
    'UNSUPPORTED_FILE_TYPE',
    `"${file.name}" is not ${wanted} but ${found}: give it to a loader that reads it, or correct its name.`,
    { details: { file: file.name, kind: `${found}, not ${wanted}` } },
  );
}

/** Neither name nor content is of a kind that is known. `found` as above. */
export function unknownContent(file: SourceFile, found: string): UserError {
  return new UserError(
    'UNSUPPORTED_FILE_TYPE',
    `"${file.name}" is not of a kind that can be read but ${found}: give it to a loader that reads it, or correct its name.`,
    { details: { file: file.name, kind: found } },
  );
}

/** The file is of a kind that no loader reads by itself. */
export function kindNotRead(file: Pick<SourceFile, 'name'>, { kind, remedy, saveAs }: UnreadKind): UserError {
  return new UserError('UNSUPPORTED_FILE_TYPE', `"${file.name}" is ${kind}, which is not read: ${remedy}.`, {
    details: { file: file.name, kind, ...(saveAs === undefined ? {} : { saveAs }) },
  });
}

/** The Office format of the file is not supported. `extension` is the format to save it as instead. */
export function oldOfficeFormat(file: Pick<SourceFile, 'name'>, extension: string): UserError {
  return new UserError(
    'UNSUPPORTED_FILE_TYPE',
    `"${file.name}" is of an Office format that is not read: open it in its program and save it as ${extension}.`,
    { details: { file: file.name, saveAs: extension } },
  );
}

export function fileCorrupt(file: SourceFile, reason: string, cause?: unknown): UserError {
  return new UserError(
    'FILE_CORRUPT',
    `"${file.name}" could not be read, ${reason}: open and save it again, or use another copy.`,
    {
      details: { file: file.name, reason },
      cause,
    },
  );
}

/** Pages that a message names at most. */
const MOST_NAMED_PAGES = 10;

/** The picture that a page is could not be recognised; the rest of the file is read. */
export function pageNotRecognised(file: SourceFile, pageNumber: number, problem: PictureUnreadable): UserError {
  return new UserError(
    'FILE_CORRUPT',
    `"${file.name}" was read without the text of its page ${pageNumber}, a picture: ${problem.reason}. Scan it again, at 300 dots an inch, or leave it out.`,
    { details: { file: file.name }, cause: problem },
  );
}

/** "page 3", "pages 3, 4 and 17 more" */
function namePages(pages: readonly number[]): string {
  const more = pages.length > MOST_NAMED_PAGES ? ` and ${pages.length - MOST_NAMED_PAGES} more` : '';
  return `${pages.length === 1 ? 'page' : 'pages'} ${pages.slice(0, MOST_NAMED_PAGES).join(', ')}${more}`;
}

/** What to do about text in the pictures of a PDF. */
export const SWITCH_ON_OCR = 'switch on "Recognise text in scans" (OCR) in the loader';

/** A note: these pages of a file that has other text are pictures. */
export function describeUnreadScans(pages: readonly number[]): string {
  const are = pages.length === 1 ? 'is a picture, whose text was' : 'are pictures, whose text was';
  return `Its ${namePages(pages)} ${are} not read: ${SWITCH_ON_OCR}.`;
}

/** A note: of these pages, text was left out that a reader does not see. */
export function describeHidden(pages: readonly number[]): string {
  return `Left out: text on ${namePages(pages)} that nobody sees (on layers that are off, invisible, white on white or below 1 point).`;
}

/** Some pages of a file could not be read, and it was read without them. */
export function pagesCorrupt(file: SourceFile, pages: readonly number[], cause: unknown): UserError {
  const which = `its ${namePages(pages)}, which ${pages.length === 1 ? 'is' : 'are'} damaged`;
  return new UserError(
    'FILE_CORRUPT',
    `"${file.name}" was read without ${which}: open and save it again, or use another copy.`,
    { details: { file: file.name }, cause },
  );
}

export function fileEmpty(file: SourceFile): UserError {
  return new UserError('FILE_EMPTY', `"${file.name}" is empty: check that it was saved and uploaded completely.`, {
    details: { file: file.name },
  });
}

export function fileEncrypted(file: SourceFile): UserError {
  return new UserError('FILE_ENCRYPTED', `"${file.name}" is protected by a password: save a copy without one.`, {
    details: { file: file.name },
  });
}

/** A form of Adobe's XML Forms Architecture, whose pages only Adobe's programs make. */
export function xfaForm(file: SourceFile): UserError {
  return new UserError(
    'UNSUPPORTED_FILE_TYPE',
    `"${file.name}" is an XFA form: it has no pages of its own, Adobe Acrobat makes them when it opens the file. Open it there, print it to a new PDF, and use that.`,
    { details: { file: file.name } },
  );
}

/** `reason` is a clause: "it holds only white space". */
export function fileHasNoText(file: SourceFile, reason: string, remedy: string): UserError {
  return new UserError('FILE_HAS_NO_TEXT', `"${file.name}" has no text, ${reason}: ${remedy}.`, {
    details: { file: file.name },
  });
}

export function archiveTooLarge(file: SourceFile, reason: string): UserError {
  return new UserError('ARCHIVE_TOO_LARGE', `"${file.name}" was not unpacked, ${reason}: use a smaller document.`, {
    details: { file: file.name, reason },
  });
}

/** The attachments of a mail or PDF lie deeper in other files than is read. */
export function attachmentsTooDeep(file: SourceFile, names: readonly string[], levels: number): UserError {
  return new UserError(
    'ARCHIVE_TOO_LARGE',
    `"${file.name}" was read without its attachments (${shortenNames(names)}), which lie more than ${levels} files deep in each other: save them from it, and give them by themselves.`,
    { details: { file: file.name, kind: `more than ${levels} files deep in each other` } },
  );
}

/** `reason` is a clause that names the limit: "its slide 3 unpacks to more than 64 MB". */
export function fileTooLarge(file: SourceFile, reason: string): UserError {
  return new UserError('FILE_TOO_LARGE', `"${file.name}" is too large to be read, ${reason}: divide it.`, {
    details: { file: file.name, reason },
  });
}
