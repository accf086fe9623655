import { randomUUID } from 'node:crypto';
import { mkdirSync, renameSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { MOST_CHAT_FILES } from '../../../../shared/api/chat-uploads.ts';
import { UserError } from '../../../../shared/errors/errors.ts';
import { codeOf } from '../../../../shared/errors/system-errors.ts';
import { formatLimit } from '../../../../shared/text/format.ts';
import type { SourceFile } from '../../core/document.ts';
import type { LoadChunks } from '../../core/load-job.ts';
import type { Chat, ChatUploadRepository } from '../../storage/repositories/chat-upload-repository.ts';
import { type FilePart, openFilePart } from '../originals/file-part.ts';

/** A file that comes with a question. */
export interface AttachedFile extends SourceFile {
  readonly mime: string;
}

export interface UploadServiceOptions {
  readonly uploads: ChatUploadRepository;
  /** Folder of the files. */
  readonly root: string;
  readonly loadChunks: LoadChunks;
  readonly now: () => Date;
}

const MEGABYTE = 1024 * 1024;
/** Flowise's own limit. */
const MOST_FILE_BYTES = 50 * MEGABYTE;
/** Of all files of a call, which are on the disk twice for a moment. */
export const MOST_CALL_BYTES = 200 * MEGABYTE;
const OF_CHAT = { files: 100, bytes: 500 * MEGABYTE };
/** Some 500 pages: more would be no part of a question, and answering it would hold others up. */
export const MOST_CHARACTERS = 1_000_000;
/** A file without a question behind it is of a page that was closed meanwhile. */
const SILENT_MS = 24 * 60 * 60 * 1000;
/** Pieces of a file in one message of its reader. */
const BATCH = 64;

function tooMuch(message: string): UserError {
  return new UserError('PAYLOAD_TOO_LARGE', message);
}

/** @throws UserError PAYLOAD_TOO_LARGE, FILE_TOO_LARGE */
function checkSizes(files: readonly SourceFile[]): void {
  if (files.length > MOST_CHAT_FILES)
    throw tooMuch(`These are over ${MOST_CHAT_FILES} files: send fewer of them at once.`);
  if (files.some(({ sizeBytes }) => sizeBytes > MOST_FILE_BYTES)) {
    const message = `A file is over ${formatLimit(MOST_FILE_BYTES)}, the limit of files with a question: upsert it instead.`;
    throw new UserError('FILE_TOO_LARGE', message);
  }
}

function noSuchFile(): UserError {
  return new UserError('NOT_FOUND', 'There is no such file in this chat: send it to /attachments first.');
}

/** Files that come with questions. They belong to their chat: nobody finds one without the id of its chat, and they go with it. */
export function createUploadService({ uploads, root, loadChunks, now }: UploadServiceOptions) {
  const pathOf = (id: string) => join(root, id);

  async function sweep(): Promise<void> {
    const names = await readdir(root).catch((error: unknown) => {
      if (codeOf(error) === 'ENOENT') return [];
      throw error;
    });
    const named = names.length === 0 ? new Set<string>() : uploads.ids();
    for (const name of names) if (!named.has(name)) await rm(pathOf(name), { force: true });
  }

  function find(chat: Chat, name: string): AttachedFile {
    const row = uploads.find(chat, name);
    if (row === undefined) throw noSuchFile();
    return { name: row.name, path: pathOf(row.id), sizeBytes: row.sizeBytes, mime: row.mime };
  }

  return {
    checkSizes,

    /**
     * The text of a file, as File Loader reads it, in a thread of its own.
     * @throws UserError what the reader says of the file; FILE_TOO_LARGE for one with very much text; the signal's reason
     */
    async readText(file: SourceFile, signal: AbortSignal): Promise<string> {
      const job = {
        loader: { nodeId: '', name: 'fileLoader', params: {} },
        splitter: undefined,
        files: [file],
        sourceIdKey: 'source',
        batchSize: BATCH,
      };
      let text = '';
      for await (const { contents } of loadChunks(job, signal)) {
        text += `${text === '' ? '' : '\n\n'}${contents.join('\n\n')}`;
        if (text.length <= MOST_CHARACTERS) continue;
        const message = `A file has over ${MOST_CHARACTERS.toLocaleString('en')} characters of text, too many to come with a question: upsert it instead.`;
        throw new UserError('FILE_TOO_LARGE', message);
      }
      return text;
    },

    /**
     * Takes files over into a chat, in the place of those of the same names.
     * @param files which are moved
     * @throws UserError PAYLOAD_TOO_LARGE when the chat has very much already
     */
    async store(chat: Chat, files: readonly AttachedFile[]): Promise<void> {
      uploads.removeSilentBefore(new Date(now().getTime() - SILENT_MS).toISOString());
      const stored = uploads.totals(chat);
      const bytes = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, stored.sizeBytes);
      if (stored.files + files.length > OF_CHAT.files || bytes > OF_CHAT.bytes) {
        throw tooMuch(
          `A chat can have ${OF_CHAT.files} files of ${formatLimit(OF_CHAT.bytes)} together: begin a new one.`,
        );
      }
      mkdirSync(root, { recursive: true, mode: 0o700 });
      for (const { name, mime, path, sizeBytes } of files) {
        const id = randomUUID();
        // With its row in one turn, so that no sweep finds the one without the other.
        renameSync(path, pathOf(id));
        uploads.put({ ...chat, id, name, mime, sizeBytes, createdDate: now().toISOString() });
      }
      await sweep();
    },

    /** @throws UserError NOT_FOUND */
    find,

    /** Opens a file for a download. @throws UserError NOT_FOUND */
    open(chat: Chat, name: string): Promise<FilePart> {
      const { path } = find(chat, name);
      return openFilePart(path, name, undefined, noSuchFile);
    },

    /** Removes files that no row names: their flow, store or chat is gone. */
    sweep,
  };
}

export type UploadService = ReturnType<typeof createUploadService>;
