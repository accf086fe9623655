import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { z } from 'zod';
import { errorDataSchema } from '../../../../shared/errors/error-data.ts';
import { fromErrorData, OperationalError, toErrorData, UserError } from '../../../../shared/errors/errors.ts';
import type { LoadedDocument, Metadata, TextInput } from '../../core/document.ts';
import type { LoadContext } from '../../core/document-loader.ts';
import type { DocumentCache, EntryWriter } from '../../http/document-cache.ts';

/** Failures that depend only on the file's content: it would fail the same way again. */
export const CONTENT_PROBLEMS = ['UNSUPPORTED_FILE_TYPE', 'FILE_EMPTY', 'FILE_HAS_NO_TEXT'] as const;

/** Characters of a part before it is compressed; a piece of text is never longer. */
const PART_CHARACTERS = 256 * 1024;
/** The fastest level: an entry is written while its file is read. */
const LEVEL = 1;

const problem = z.object({
  code: z.enum(CONTENT_PROBLEMS),
  message: z.string(),
  file: z.string(),
  kind: z.string().exactOptional(),
});

/** As it was stored: a record of zod leaves out a key `__proto__`, which a document may have. */
const metadata = z.custom<Metadata>((value) => typeof value === 'object' && value !== null && !Array.isArray(value));

/**
 * A document begins with its metadata, followed by its text in pieces; the last record may contain an error. Between documents stands what was reported about the
 * file, and of those within it.
 */
const RecordSchema = z.union([
  z.string(),
  z.object({ metadata, position: z.array(z.string()).optional() }),
  z.object({ problem }),
  z.object({ failedPart: errorDataSchema }),
  z.object({ leftOut: z.string(), error: errorDataSchema }),
  z.object({ note: z.string() }),
  z.object({ end: z.literal(true) }),
]);
type EntryRecord = z.infer<typeof RecordSchema>;

/** What a reader reports about the file. A later run, which has the documents from the cache, gets the same reports. */
export type FileReports = Required<Pick<LoadContext, 'onFailedPart' | 'onLeftOut' | 'onNote'>>;

export interface ContentProblem extends UserError {
  readonly code: (typeof CONTENT_PROBLEMS)[number];
}

/** Whether an error means that a file has nothing to read, so that it may be left out among others. */
export function isContentProblem(error: unknown): error is ContentProblem {
  return error instanceof UserError && CONTENT_PROBLEMS.some((code) => code === error.code);
}

export interface Keeping {
  readonly reports: FileReports;
  /** Called at the end: whether the content still matches the key. */
  isCurrent(): Promise<boolean>;
}

/** Stores documents in the cache while they are read. Only complete reads are stored, and failures only if the content causes them. */
export async function* keepDocuments(
  cache: DocumentCache,
  key: Buffer,
  read: (reports: FileReports) => AsyncIterable<LoadedDocument>,
  { reports, isCurrent }: Keeping,
): AsyncGenerator<LoadedDocument> {
  const entry = cache.write(key);
  if (entry === undefined) {
    yield* read(reports);
    return;
  }
  const writer = recordWriter(entry);
  let failure: ContentProblem | undefined;
  try {
    try {
      for await (const { text, ...facts } of read(writer.recording(reports))) {
        const { metadata, position } = facts;
        writer.write({ metadata, ...(position === undefined ? {} : { position: [...position] }) });
        yield { text: typeof text === 'string' ? writer.text(text) : writer.pieces(text), ...facts };
      }
    } catch (error) {
      if (!isContentProblem(error)) throw error;
      failure = error;
    }
    if (failure !== undefined) writer.fail(failure);
    if (await isCurrent()) writer.commit();
  } finally {
    entry.drop();
  }
  if (failure !== undefined) throw failure;
}

/** Compresses records into parts. */
function partPacker(entry: EntryWriter) {
  let lines: string[] = [];
  let characters = 0;
  function flush(): void {
    if (lines.length === 0) return;
    entry.add(deflateRawSync(lines.join('\n'), { level: LEVEL }));
    lines = [];
    characters = 0;
  }
  return {
    flush,
    write(record: EntryRecord): void {
      const line = JSON.stringify(record);
      lines.push(line);
      characters += line.length;
      if (characters >= PART_CHARACTERS) flush();
    },
  };
}

function recordWriter(entry: EntryWriter) {
  const { write, flush } = partPacker(entry);
  /** Returned texts that the caller has not read to the end yet. */
  let unfinished = 0;
  function text(whole: string): string {
    for (let at = 0; at < whole.length; at += PART_CHARACTERS) write(whole.slice(at, at + PART_CHARACTERS));
    return whole;
  }
  function fail({ code, message, details }: ContentProblem): void {
    const { file, kind } = details ?? {};
    if (typeof file !== 'string') unfinished += 1;
    else write({ problem: { code, message, file, ...(typeof kind === 'string' ? { kind } : {}) } });
  }
  async function* copy(source: AsyncIterable<string>): AsyncGenerator<string> {
    try {
      for await (const piece of source) yield text(piece);
      unfinished -= 1;
    } catch (error) {
      if (isContentProblem(error)) {
        unfinished -= 1;
        fail(error);
      }
      throw error;
    }
  }
  return {
    write,
    text,
    fail,
    recording: ({ onFailedPart, onLeftOut, onNote }: FileReports): FileReports => ({
      onFailedPart(error) {
        write({ failedPart: toErrorData(error) });
        onFailedPart(error);
      },
      onLeftOut(name, error) {
        write({ leftOut: name, error: toErrorData(error) });
        onLeftOut(name, error);
      },
      onNote(note) {
        write({ note });
        onNote(note);
      },
    }),
    /** The same pieces; an entry is stored only if all its texts are read to the end. */
    pieces(source: AsyncIterable<string>): AsyncGenerator<string> {
      unfinished += 1;
      return copy(source);
    },
    commit(): void {
      if (unfinished > 0) return;
      write({ end: true });
      flush();
      entry.commit();
    },
  };
}

/**
 * The documents of an entry, streamed; undefined if there is none, or it is damaged.
 * @throws UserError the same as the reader did when the entry was made
 */
export function cachedDocuments(
  cache: DocumentCache,
  key: Buffer,
  reports: FileReports,
): AsyncGenerator<LoadedDocument> | undefined {
  const parts = cache.read(key);
  return parts === undefined ? undefined : readDocuments(readRecords(parts), reports);
}

function* readRecords(parts: Iterable<Uint8Array>): Generator<EntryRecord> {
  for (const part of parts) {
    const lines = inflateRawSync(part).toString('utf8');
    for (const line of lines.split('\n')) yield RecordSchema.parse(JSON.parse(line));
  }
}

type ReportRecord = Extract<EntryRecord, { failedPart: unknown } | { leftOut: unknown } | { note: unknown }>;

function isReport(record: Exclude<EntryRecord, string>): record is ReportRecord {
  return 'failedPart' in record || 'leftOut' in record || 'note' in record;
}

function report(record: ReportRecord, { onFailedPart, onLeftOut, onNote }: FileReports): void {
  if ('note' in record) {
    onNote(record.note);
    return;
  }
  const error = fromErrorData('failedPart' in record ? record.failedPart : record.error);
  if (!(error instanceof UserError)) throw error;
  if ('failedPart' in record) onFailedPart(error);
  else onLeftOut(record.leftOut, error);
}

async function* readDocuments(records: Generator<EntryRecord>, reports: FileReports): AsyncGenerator<LoadedDocument> {
  try {
    let record = next(records);
    for (;;) {
      if (typeof record === 'string') {
        // The rest of a text that the caller did not read to the end.
        record = next(records);
      } else if (isReport(record)) {
        report(record, reports);
        record = next(records);
      } else if ('problem' in record) {
        const { code, message, ...details } = record.problem;
        throw new UserError(code, message, { details });
      } else if ('end' in record) return;
      else {
        const { metadata, position } = record;
        const facts = { metadata, ...(position === undefined ? {} : { position }) };
        const first = next(records);
        if (typeof first !== 'string') {
          yield { text: '', ...facts };
          record = first;
          continue;
        }
        record = next(records);
        const rest = { record };
        const text: TextInput = typeof record === 'string' ? textPieces(first, rest, records) : first;
        yield { text, ...facts };
        record = rest.record;
      }
    }
  } finally {
    // Closes the file of the entry, also where nobody asks for the rest.
    records.return(undefined);
  }
}

/** The pieces of a text. `rest` holds the next record, and at the end the first record that is not a piece. */
async function* textPieces(
  first: string,
  rest: { record: EntryRecord },
  records: Generator<EntryRecord>,
): AsyncGenerator<string> {
  yield first;
  while (typeof rest.record === 'string') {
    yield rest.record;
    rest.record = next(records);
  }
}

function next(records: Generator<EntryRecord>): EntryRecord {
  const { value, done } = records.next();
  if (done === true) {
    const message = 'What an earlier run kept of a document is gone or can not be read any more: start the run again.';
    throw new OperationalError('SERVICE_FAILED', message);
  }
  return value;
}
