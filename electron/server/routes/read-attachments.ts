import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyRequest } from 'fastify';
import type { ChatUpload } from '../../../shared/api/chat-uploads.ts';
import { UserError } from '../../../shared/errors/errors.ts';
import { readChatbotConfig, takesFileType } from '../../../shared/flow/chatbot-config.ts';
import { acceptsFile } from '../../../shared/nodes/accepts-file.ts';
import { textFile } from '../../../shared/nodes/documentloaders/text-file.ts';
import { mediaTypeOf } from '../../../shared/nodes/media-types.ts';
import type { AttachedDocument } from '../core/answerer.ts';
import type { SourceFile } from '../core/document.ts';
import type { FormFields } from '../plugins/request-bodies.ts';
import { type AttachedFile, MOST_CALL_BYTES, MOST_CHARACTERS } from '../services/answers/upload-service.ts';
import type { ApiContext } from './api-context.ts';
import { readForm } from './read-upsert-form.ts';

type Caller = Pick<FastifyRequest, 'isApp'>;
type UploadContext = Pick<
  ApiContext,
  'chatflows' | 'chatUploads' | 'fetchWebFile' | 'runs' | 'uploadLimitBytes' | 'libraries'
>;

const LONGEST_NAME = 255;

function configOf(id: string, { chatflows }: Pick<ApiContext, 'chatflows'>) {
  return readChatbotConfig(chatflows.has(id) ? chatflows.find(id).chatbotConfig : null);
}

/**
 * Whole files come with questions where the flow has that switched on, and from the app itself.
 * @throws UserError FILE_UPLOADS_OFF (400)
 */
export function requireFullUploads({ isApp }: Caller, id: string, context: Pick<ApiContext, 'chatflows'>): void {
  if (isApp || configOf(id, context).fullFileUpload?.status === true) return;
  const message =
    'Files with questions are switched off here: switch on fullFileUpload in the chatbotConfig of the flow.';
  throw new UserError('FILE_UPLOADS_OFF', message);
}

/** By its name: what a caller says of it may be anything. */
function typeOf(name: string): string {
  return mediaTypeOf(name) ?? (acceptsFile(textFile, name) ? 'text/plain' : 'application/octet-stream');
}

/** @throws UserError INVALID_INPUT for a file of a type that the flow does not list */
function toAttached(file: SourceFile, { isApp }: Caller, id: string, context: Pick<ApiContext, 'chatflows'>) {
  const mime = typeOf(file.name);
  if (!isApp && !takesFileType(configOf(id, context), mime)) {
    const message = `The flow takes no files of type ${mime} with questions: list the type in its chatbotConfig (fullFileUpload.allowedUploadFileTypes).`;
    throw new UserError('INVALID_INPUT', message, { details: { path: 'files' } });
  }
  return { ...file, name: file.name.slice(-LONGEST_NAME), mime };
}

interface AttachmentForm {
  readonly fields: FormFields;
  readonly files: readonly AttachedFile[];
}

/**
 * Reads a form with files of a chat, and works with them; what is left of them then goes.
 * @param id of the chatflow or document store
 * @throws UserError as {@link readForm}; FILE_TOO_LARGE; INVALID_INPUT for types that the flow does not list
 */
export async function readAttachments<Result>(
  request: FastifyRequest,
  id: string,
  context: UploadContext,
  work: (form: AttachmentForm) => Promise<Result>,
): Promise<Result> {
  const { runs, uploadLimitBytes, chatUploads } = context;
  const folder = await runs.makeFolder();
  try {
    const limit = Math.min(uploadLimitBytes, MOST_CALL_BYTES);
    const { fields, uploads } = await readForm(request, folder.open(), limit);
    chatUploads.checkSizes(uploads);
    if (uploads.length > 0) requireFullUploads(request, id, context);
    return await work({ fields, files: uploads.map((file) => toAttached(file, request, id, context)) });
  } finally {
    await folder.discard();
  }
}

function refused(message: string): UserError {
  return new UserError('INVALID_INPUT', message, { details: { path: 'uploads' } });
}

const PICTURE = /^image\//i;

/** Of a question, for which its uploads are read. */
interface UploadCall {
  readonly caller: Caller;
  /** Of the chatflow or document store. */
  readonly id: string;
  readonly chatId: string;
  readonly signal: AbortSignal;
}

/** @throws UserError FILE_UPLOADS_OFF, ADDRESS_REFUSED; what fetching and reading say */
async function readAddress(address: string, call: UploadCall, context: UploadContext): Promise<string> {
  requireFullUploads(call.caller, call.id, context);
  const { name, bytes } = await context.fetchWebFile(address, { allowLocalNetwork: false, signal: call.signal });
  const folder = await context.runs.makeFolder();
  try {
    const path = join(folder.open(), 'fetched');
    await writeFile(path, bytes, { mode: 0o600 });
    const file = toAttached({ name, path, sizeBytes: bytes.length }, call.caller, call.id, context);
    context.chatUploads.checkSizes([file]);
    return await context.chatUploads.readText(file, call.signal);
  } finally {
    await folder.discard();
  }
}

/** The text of what comes with a question; undefined for what has none of its own. @throws UserError INVALID_INPUT for what no answer takes */
async function textOf(upload: ChatUpload, call: UploadCall, context: UploadContext): Promise<string | undefined> {
  const { type, name, mime, data } = upload;
  if (type === 'audio') throw refused('Speech is not understood here: write the question.');
  if (type === 'file' || PICTURE.test(mime ?? '')) {
    throw refused(
      'Pictures need a chat model that sees them, and none answers here: send the text of files as file:full.',
    );
  }
  // It was upserted before: the search finds it.
  if (type === 'file:rag') return undefined;
  if (type === 'stored-file') {
    const chat = { ownerId: context.libraries.find(call.id).id, chatId: call.chatId };
    return context.chatUploads.readText(context.chatUploads.find(chat, name), call.signal);
  }
  if (data === undefined || data === null || data === '') throw refused('An upload has no data: send it, too.');
  return type === 'url' ? readAddress(data, call, context) : data;
}

/**
 * The texts of what comes with a question.
 * @throws UserError INVALID_INPUT, NOT_FOUND, FILE_UPLOADS_OFF, PAYLOAD_TOO_LARGE; what fetching and reading say
 */
export async function readUploads(
  uploads: readonly ChatUpload[],
  call: UploadCall,
  context: UploadContext,
): Promise<readonly AttachedDocument[]> {
  const documents: AttachedDocument[] = [];
  let characters = 0;
  for (const upload of uploads) {
    const text = await textOf(upload, call, context);
    if (text === undefined) continue;
    characters += text.length;
    if (characters > MOST_CHARACTERS) {
      const most = MOST_CHARACTERS.toLocaleString('en');
      throw new UserError(
        'PAYLOAD_TOO_LARGE',
        `The files of a question have over ${most} characters together: upsert them instead.`,
      );
    }
    documents.push({ name: upload.name, text });
  }
  return documents;
}
