import { extname } from 'node:path';
import { UserError } from '../../../shared/errors/errors.ts';
import { acceptsFile } from '../../../shared/nodes/accepts-file.ts';
import { csvFile } from '../../../shared/nodes/documentloaders/csv-file.ts';
import { docxFile } from '../../../shared/nodes/documentloaders/docx-file.ts';
import { epubFile } from '../../../shared/nodes/documentloaders/epub-file.ts';
import { ownFormats, pickedLoaders } from '../../../shared/nodes/documentloaders/file-loader.ts';
import { jsonlinesFile } from '../../../shared/nodes/documentloaders/jsonlines-file.ts';
import { microsoftExcel } from '../../../shared/nodes/documentloaders/microsoft-excel.ts';
import { microsoftPowerpoint } from '../../../shared/nodes/documentloaders/microsoft-powerpoint.ts';
import { pdfFile } from '../../../shared/nodes/documentloaders/pdf-file.ts';
import { pictureExtensions } from '../../../shared/nodes/documentloaders/scans.ts';
import { textFile } from '../../../shared/nodes/documentloaders/text-file.ts';
import { unreadKindOf } from '../../../shared/nodes/unread-kinds.ts';
import type { LoadedDocument, SourceFile } from '../core/document.ts';
import type { LoadContext } from '../core/document-loader.ts';
import { officeContainer } from './archive/office-kind.ts';
import {
  type Container,
  MOST_LEVELS,
  type Nesting,
  outermost,
  readContained,
  reportTooDeep,
} from './contained/read-contained.ts';
import { recogniseContent } from './content/recognise-content.ts';
import type { MailRequest } from './email/mail-documents.ts';
import type { MailFormat } from './email/mail-format.ts';
import { fileEmpty, fileEncrypted, kindNotRead, unknownContent, wrongContent } from './errors/file-errors.ts';

/** Options for formats that can be read in several ways. */
export interface ReadOptions {
  /** Whether paged files become one document per page or one per file. */
  readonly usage: 'perPage' | 'perFile';
  /** JSON pointer, or name of a key, of the text in .json and .jsonl files; all texts if not given. */
  readonly pointerName?: string;
  /** Whether the comments of Word documents are read; no by default. */
  readonly comments?: boolean;
  /** Whether headers and footers of Word documents and slides are read; no by default. */
  readonly headers?: boolean;
  /** Whether the attachments of mails are read as the files that they are, too; they are unless this is false. */
  readonly attachments?: boolean;
  /** Whether text in pictures is recognised; no by default. */
  readonly ocr?: boolean;
  /** The languages of that text: codes joined by "+"; English by default. */
  readonly ocrLanguages?: string;
}

interface Request extends Container {
  readonly options: ReadOptions;
}

type Reader = (request: Request) => Promise<AsyncIterable<LoadedDocument>>;

const loaders: Record<(typeof pickedLoaders)[number]['name'], Reader> = {
  async textFile({ file, context }) {
    const loader = (await import('./text/text-file.ts')).textReader;
    return loader.load(textFile.params.parse({}), file, context);
  },
  async pdfFile(request) {
    return readPdf(request);
  },
  async docxFile(request) {
    const { comments, headers } = request.options;
    const { readDocx } = await import('./office/docx/docx-reader.ts');
    return readDocx(docxFile.params.parse({ comments, headers }), request, request);
  },
  async csvFile({ file, context }) {
    const loader = (await import('./table/csv-reader.ts')).csvReader;
    return loader.load(csvFile.params.parse({ header: 'detect' }), file, context);
  },
  async epubFile({ options, file, context }) {
    const loader = (await import('./epub/epub-reader.ts')).epubReader;
    const usage = options.usage === 'perPage' ? 'perChapter' : 'perFile';
    return loader.load(epubFile.params.parse({ usage }), file, context);
  },
  async jsonFile({ options, file, context }) {
    const { readJsonRecords } = await import('./json/json-reader.ts');
    return readJsonRecords(file, options.pointerName ?? '', context);
  },
  async jsonlinesFile({ options, file, context }) {
    const loader = (await import('./json/json-lines-reader.ts')).jsonLinesReader;
    const pointerName = options.pointerName || '/';
    return loader.load(jsonlinesFile.params.parse({ pointerName }), file, context);
  },
  async microsoftExcel({ file, context }) {
    const loader = (await import('./office/xlsx/excel-reader.ts')).excelReader;
    return loader.load(microsoftExcel.params.parse({}), file, context);
  },
  async microsoftPowerpoint({ options: { headers }, file, context }) {
    const loader = (await import('./office/pptx/powerpoint-reader.ts')).powerpointReader;
    return loader.load(microsoftPowerpoint.params.parse({ headers }), file, context);
  },
};

const formats: Record<(typeof ownFormats)[number]['name'], Reader> = {
  async markdown({ file, context }) {
    return (await import('./markdown/markdown.ts')).readMarkdown(file, context);
  },
  async html({ file, context }) {
    return (await import('./html/html.ts')).readHtml(file, context);
  },
  async xml({ file, context }) {
    const textOf = await (await import('./html/html-text.ts')).openHtmlToText();
    return (await import('./xml/xml.ts')).readXml(file, context, (html) => textOf(html).text);
  },
  async email(request) {
    return readMail(request, 'email');
  },
  async outlookEmail(request) {
    return readMail(request, 'outlookEmail');
  },
  async packedMail(request) {
    return readMail(request, 'packedMail');
  },
  async archive(request) {
    const { readZip } = await import('./archive/zip-files.ts');
    const { extension, found } = await recogniseContent(request.file, request.context.signal);
    if (extension === '.zip') return readZip(request);
    // An EPUB book that was renamed, say.
    const container = await officeContainer(request.file);
    const reader = container === 'zip' ? readerOf(`file${extension}`) : undefined;
    if (container === 'empty') throw fileEmpty(request.file);
    if (reader === undefined) throw wrongContent(request.file, 'a ZIP archive', found);
    return reader(request);
  },
  async rtf({ file, context }) {
    return (await import('./rtf/rtf.ts')).readRtf(file, context);
  },
  async odt({ file, context }) {
    return (await import('./odf/odt.ts')).readOdt(file, context);
  },
  async ods({ file, context }) {
    return (await import('./odf/ods.ts')).readOds(file, context);
  },
  async odp({ file, context }) {
    return (await import('./odf/odp.ts')).readOdp(file, context);
  },
  async subtitles({ options, file, context }) {
    return (await import('./subtitles/subtitles.ts')).readSubtitles(file, options.usage, context);
  },
  async mailbox(request) {
    return readMail(request, 'mailbox');
  },
  async savedPage({ file, context }) {
    return (await import('./email/mhtml.ts')).readMhtml(file, context);
  },
  async calendar({ file, context }) {
    return (await import('./calendar/calendar.ts')).readCalendar(file, context);
  },
  async contacts({ file, context }) {
    return (await import('./calendar/contacts.ts')).readContacts(file, context);
  },
  async notebook({ file, context }) {
    return (await import('./notebook/notebook.ts')).readNotebook(file, context);
  },
  async fb2({ file, context }) {
    return (await import('./fb2/fb2.ts')).readFb2(file, context);
  },
  async latex({ file, context }) {
    return (await import('./latex/latex.ts')).readLatex(file, context);
  },
  async svg({ file, context }) {
    return (await import('./svg/svg.ts')).readSvg(file, context);
  },
};

/** A PDF, and the files that are attached to it. One without text of its own is read for what it brings. */
async function* readPdf(request: Request): AsyncGenerator<LoadedDocument> {
  const { options, file, context } = request;
  const { usage, ocr, ocrLanguages } = options;
  const { pdfReader } = await import('./pdf/pdf-reader.ts');
  let withoutText: UserError | undefined;
  try {
    yield* pdfReader.load(pdfFile.params.parse({ usage, ocr, ocrLanguages }), file, context);
  } catch (error) {
    if (!(error instanceof UserError) || error.code !== 'FILE_HAS_NO_TEXT') throw error;
    withoutText = error;
  }
  const read = options.attachments === false ? 0 : yield* readAttached(request);
  if (withoutText === undefined) return;
  if (read === 0) throw withoutText;
  context.onNote?.(withoutText.message);
}

/** @returns how many of the attached files were read */
async function* readAttached(request: Request): AsyncGenerator<LoadedDocument, number> {
  const { file, context, nesting } = request;
  const { attachedFiles } = await import('./pdf/attached-files.ts');
  const attached = await attachedFiles(file, context);
  if (attached === undefined) return 0;
  if (nesting.level < MOST_LEVELS) return (yield* readContained(attached, request)).read;
  reportTooDeep(attached, request);
  return 0;
}

/** A mail is what it is, whichever kind of mail its name says: `named`. */
async function readMail(request: Request, named: MailFormat): Promise<AsyncIterable<LoadedDocument>> {
  const { mailFormatOf } = await import('./email/mail-format.ts');
  switch (await mailFormatOf(request.file, named)) {
    case 'email':
      return (await import('./email/email.ts')).readEmail(mailRequest(request));
    case 'outlookEmail':
      return (await import('./email/outlook.ts')).readOutlookEmail(mailRequest(request));
    case 'mailbox':
      return (await import('./email/mbox.ts')).readMbox(mailRequest(request));
    case 'packedMail':
      return (await import('./email/tnef-file.ts')).readTnef(mailRequest(request));
  }
}

function mailRequest(request: Request): MailRequest {
  return { ...request, withoutAttachments: request.options.attachments === false };
}

/**
 * Reads a file of any supported format: its extension selects the reader, which checks the content. A file with an unknown extension is recognised by
 * its content, and refused if the format is not supported.
 * @param nesting how deep the file lies in others
 * @throws UserError as {@link FileDocumentLoader} says, naming the file
 */
export async function* readAnyFile(
  file: SourceFile,
  options: ReadOptions,
  context: LoadContext,
  nesting: Nesting = outermost(),
): AsyncGenerator<LoadedDocument> {
  const read = (await readerByName(file)) ?? (await readerByContent(file, options, context.signal));
  const readFile: Container['readFile'] = (inner, deeper) => {
    // Behind the file's own name stands "/", or ", mail 2/".
    const name = inner.name.slice(file.name.length).replace(/^(?:\/|, )/, '');
    const onNote = (note: string): void => context.onNote?.(`"${name}": ${note}`);
    const { onLeftOut } = context;
    const reports = onLeftOut && { onLeftOut: (left: string, error: UserError) => onLeftOut(`${name}/${left}`, error) };
    return readAnyFile(inner, options, { ...context, onRead: () => undefined, onNote, ...reports }, deeper);
  };
  yield* await read({ file, options, context, nesting, readFile });
}

const readPictureFile: Reader = async ({ options: { ocrLanguages = 'eng' }, file, context }) => {
  return (await import('./picture/picture.ts')).readPicture(file, ocrLanguages, context);
};

async function holdsOutlookMail(file: SourceFile): Promise<boolean> {
  const { isOutlookMail } = await import('./email/outlook.ts');
  return isOutlookMail(file);
}

function readerOf(fileName: string): Reader | undefined {
  const name = fileName.toLowerCase();
  const format = ownFormats.find(({ extensions }) => extensions.some((extension) => name.endsWith(extension)));
  if (format !== undefined) return formats[format.name];
  const loader = pickedLoaders.find((candidate) => acceptsFile(candidate, name));
  return loader === undefined ? undefined : loaders[loader.name];
}

/** Mails are often saved as texts: those that were on their way are read as mails. */
async function readerByName(file: SourceFile): Promise<Reader | undefined> {
  const reader = readerOf(file.name);
  if (reader !== loaders.textFile || !/\.(?:txt|text)$/i.test(file.name)) return reader;
  const { isSentMail } = await import('./email/mail-format.ts');
  return (await isSentMail(file)) ? formats.email : reader;
}

async function readerByContent(file: SourceFile, { ocr }: ReadOptions, signal: AbortSignal): Promise<Reader> {
  const { extension, found } = await recogniseContent(file, signal);
  const named = unreadKindOf(file.name);
  // Some kinds that are not read are ZIP archives within.
  const reader = extension === '.zip' && named !== undefined ? undefined : readerOf(`file${extension}`);
  if (reader !== undefined) return reader;
  if (extension === '.cfb' && (await holdsOutlookMail(file))) return formats.outlookEmail;
  const isNamedPicture = extension === '' && pictureExtensions.includes(extname(file.name).toLowerCase());
  if (ocr === true && (isNamedPicture || pictureExtensions.includes(extension))) return readPictureFile;
  if ((await officeContainer(file)) === 'encrypted') throw fileEncrypted(file);
  // The container of many old programs says less than the name.
  const kind = (extension === '.cfb' ? named : undefined) ?? unreadKindOf(extension) ?? named;
  throw kind === undefined ? unknownContent(file, found) : kindNotRead(file, kind);
}
