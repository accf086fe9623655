import { readFile, writeFile } from 'node:fs/promises';
import type { LoadedDocument, SourceFile } from '../../core/document.ts';
import { CompoundDamage, type CompoundStorage, isCompound, openCompound } from '../compound/compound-file.ts';
import type { ContainedFile } from '../contained/read-contained.ts';
import { describeContent } from '../content/describe-content.ts';
import { fileCorrupt, fileEmpty, fileTooLarge, wrongContent } from '../errors/file-errors.ts';
import { loadCodePages } from '../text/code-page.ts';
import { EXTENSIONS } from './attachments.ts';
import { chooseBody } from './mail-body.ts';
import {
  documentsOf,
  ENCRYPTED,
  isOfPrograms,
  MAX_BYTES,
  type Mail,
  type MailFacts,
  type MailRequest,
  writeMail,
  writePerson,
} from './mail-documents.ts';
import { type DecodeText, isOutlookItem, type OutlookProperties, openProperties } from './outlook-properties.ts';

const WANTED = 'an email of Outlook';

/** Messages in messages: mail programs use up to four. */
const MOST_LEVELS = 10;

/** Bytes before the fixed values of a message, one within another, and everything else. */
const HEAD_BYTES = { message: 32, inner: 24, part: 8 } as const;

/** Ids of properties, [MS-OXPROPS]. */
const ID = {
  subject: 0x0037,
  submitTime: 0x0039,
  deliveryTime: 0x0e06,
  senderNames: [0x0c1a, 0x0042],
  senderAddresses: [0x5d01, 0x5d02, 0x0c1f, 0x0065],
  displayTo: 0x0e04,
  displayCc: 0x0e03,
  body: 0x1000,
  html: 0x1013,
  rtf: 0x1009,
  codePages: [0x3fde, 0x3ffd],
  recipientType: 0x0c15,
  displayName: 0x3001,
  addresses: [0x39fe, 0x3003],
  content: 0x3701,
  fileNames: [0x3707, 0x3704, 0x3001],
  extension: 0x3703,
  mimeType: 0x370e,
  attachFlags: 0x3714,
  isHidden: 0x7ffe,
} as const;
/** Of `attachFlags`: shown within the text. */
const IN_TEXT = 4;
/** `recipientType` */
const [TO, CC] = [1, 2];

/** A message that is read, with those within it. */
interface OutlookMail extends Mail {
  readonly attached: readonly ContainedFile[];
}

/**
 * An email that Outlook saved (.msg): sender, recipients, date, subject and text as one document; then its attachments, each read as the file that it is. Messages within it
 * are a part of its text.
 * @throws UserError FILE_EMPTY, UNSUPPORTED_FILE_TYPE, FILE_TOO_LARGE, FILE_CORRUPT, FILE_HAS_NO_TEXT, FILE_ENCRYPTED
 */
export async function* readOutlookEmail(request: MailRequest): AsyncGenerator<LoadedDocument> {
  const { file, context } = request;
  if (file.sizeBytes === 0) throw fileEmpty(file);
  if (file.sizeBytes > MAX_BYTES) throw fileTooLarge(file, `it is over ${MAX_BYTES / 1024 ** 2} MB`);
  const bytes = await readFile(file.path, { signal: context.signal });
  if (!isCompound(bytes)) throw wrongContent(file, WANTED, await describeContent(file, context.signal));
  const mail = await naming(file, async () => {
    const root = openCompound(bytes);
    if (!isOutlookItem(root)) throw wrongContent(file, WANTED, 'a document of another program');
    return readMessage(root, file, HEAD_BYTES.message, 1);
  });
  context.signal.throwIfAborted();
  yield* documentsOf(mail, request);
  context.onRead(file.sizeBytes);
}

/** Whether a file is such an email, whatever its name. */
export async function isOutlookMail(file: SourceFile): Promise<boolean> {
  if (file.sizeBytes > MAX_BYTES) return false;
  const bytes = await readFile(file.path);
  try {
    return isCompound(bytes) && isOutlookItem(openCompound(bytes));
  } catch (error) {
    if (error instanceof CompoundDamage) return false;
    throw error;
  }
}

/** Says of what is damaged in which file it is. */
async function naming<T>(file: SourceFile, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    throw error instanceof CompoundDamage ? fileCorrupt(file, error.message, error) : error;
  }
}

async function readMessage(
  storage: CompoundStorage,
  file: SourceFile,
  headBytes: number,
  level: number,
): Promise<OutlookMail> {
  if (level > MOST_LEVELS) throw new CompoundDamage(`its messages lie more than ${MOST_LEVELS} deep in each other`);
  const decode = await decoderOf(storage, headBytes);
  const properties = openProperties(storage, headBytes, decode);
  const parts = (prefix: string) =>
    [...storage.storages].flatMap(([name, part]) => (name.startsWith(prefix) ? [part] : []));
  const open = (part: CompoundStorage) => openProperties(part, HEAD_BYTES.part, decode);
  const bodies = [await bodyOf(properties, decode, file)];
  const attached: ContainedFile[] = [];
  const names: string[] = [];
  let isSealed = false;
  for (const [index, part] of parts('__attach_version1.0_').map(open).entries()) {
    const inner = part.storage(ID.content);
    if (inner !== undefined && isOutlookItem(inner)) {
      const mail = await readMessage(inner, file, HEAD_BYTES.inner, level + 1);
      bodies.push(writeMail(mail.facts, mail.body));
      attached.push(...mail.attached);
    } else if (part.sizeOf(ID.content) !== undefined) {
      const mimeType = part.text(ID.mimeType);
      isSealed ||= ENCRYPTED.test(mimeType);
      const contained = attachedFile(part, index + 1, file);
      if (isOfPrograms(mimeType, contained.name)) continue;
      attached.push(contained);
      if (part.number(ID.isHidden) !== 1) names.push(contained.name);
    }
  }
  const facts = { ...describe(properties, parts('__recip_version1.0_').map(open)), attachments: names };
  return { facts, body: bodies.filter((body) => body !== '').join('\n\n'), isSealed, attached };
}

/** The decoder of a message's texts that are not in Unicode, by its code page. */
async function decoderOf(storage: CompoundStorage, headBytes: number): Promise<DecodeText> {
  const decode = await loadCodePages();
  const { number } = openProperties(storage, headBytes, () => '');
  const page = ID.codePages.map(number).find((found) => found !== undefined);
  return (bytes) => decode(bytes, page);
}

function firstText({ text }: OutlookProperties, ids: readonly number[]): string {
  return ids.map(text).find((found) => found !== '') ?? '';
}

function describe(
  properties: OutlookProperties,
  recipients: readonly OutlookProperties[],
): Omit<MailFacts, 'attachments'> {
  const { text, time } = properties;
  const of = (type: number) => recipients.filter((one) => one.number(ID.recipientType) === type);
  const write = (found: readonly OutlookProperties[]) =>
    found.map((one) => writePerson(one.text(ID.displayName), ID.addresses.map(one.text))).join(', ');
  return {
    from: writePerson(firstText(properties, ID.senderNames), ID.senderAddresses.map(text)),
    to: write(of(TO)) || text(ID.displayTo),
    cc: write(of(CC)) || text(ID.displayCc),
    subject: text(ID.subject),
    date: time(ID.submitTime) || time(ID.deliveryTime),
  };
}

function bodyOf(properties: OutlookProperties, decode: DecodeText, file: SourceFile): Promise<string> {
  const bytes = properties.bytes(ID.html);
  const html = bytes === undefined ? properties.text(ID.html) : decode(bytes);
  return chooseBody({ plain: properties.text(ID.body), html, rtf: properties.bytes(ID.rtf) }, file);
}

function attachedFile(part: OutlookProperties, number: number, file: SourceFile): ContainedFile {
  const mimeType = part.text(ID.mimeType).toLowerCase();
  const isShown = part.number(ID.isHidden) === 1 || ((part.number(ID.attachFlags) ?? 0) & IN_TEXT) !== 0;
  const extension = part.text(ID.extension) || EXTENSIONS.get(mimeType) || '';
  // A message that is signed as a whole is an email by itself.
  const name = mimeType === 'multipart/signed' ? 'signed message.eml' : firstText(part, ID.fileNames);
  return {
    name: name === '' ? `attachment ${number}${extension}` : name,
    sizeBytes: part.sizeOf(ID.content) ?? 0,
    isDecoration: isShown,
    unpack: (path) => naming(file, () => writeFile(path, part.bytes(ID.content) ?? Buffer.alloc(0))),
  };
}
