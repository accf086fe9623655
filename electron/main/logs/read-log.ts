import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { logFileName, logFileNumbers } from '../../../shared/data-folder.ts';
import { codeOf } from '../../../shared/errors/system-errors.ts';
import type { LogLine, LogTail } from '../../../shared/ipc/log-tail.ts';
import { LOG_LEVELS } from '../../../shared/log-levels.ts';

export interface LogLimits {
  readonly lines: number;
  /** Of the files, from their ends. */
  readonly bytes: number;
}

/** Lines have some 200 bytes, those with the place of an error 2,000. */
const LIMITS: LogLimits = { lines: 2_000, bytes: 2_000_000 };

const NEWLINE = 10;

const LineSchema = z.looseObject({ level: z.number(), time: z.number(), msg: z.string().default('') });

function asJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function wordsOf(value: unknown): string {
  if (typeof value === 'string') return value;
  // Errors: their stack begins with the message.
  if (typeof value === 'object' && value !== null && 'stack' in value) return String(value.stack);
  return JSON.stringify(value);
}

function readLine(id: string, text: string): LogLine {
  const line = LineSchema.safeParse(asJson(text)).data;
  if (line === undefined) return { id, at: null, level: 'warning', message: text, details: '' };
  const { level, time, msg, ...fields } = line;
  return {
    id,
    at: time,
    level: LOG_LEVELS[level] ?? 'info',
    message: msg,
    details: Object.entries(fields)
      .map(([name, value]) => `${name}: ${wordsOf(value)}`)
      .join('\n'),
  };
}

/** The end of a file, and where it begins. A file that was removed since it was listed is empty. */
async function readEnd(path: string, mostBytes: number): Promise<{ readonly bytes: Buffer; readonly start: number }> {
  try {
    const file = await open(path);
    try {
      const { size } = await file.stat();
      const start = Math.max(0, size - mostBytes);
      const { buffer, bytesRead } = await file.read(Buffer.alloc(size - start), 0, size - start, start);
      return { bytes: buffer.subarray(0, bytesRead), start };
    } finally {
      await file.close();
    }
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return { bytes: Buffer.alloc(0), start: 0 };
    throw error;
  }
}

async function listNumbers(folder: string): Promise<number[]> {
  try {
    return logFileNumbers(await readdir(folder));
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  }
}

/** Cuts the end of a file into lines, at most so many, the newest first; of the first one a part may be missing, then it is left out. */
function cutLines(number: number, { bytes, start }: Awaited<ReturnType<typeof readEnd>>, most: number): LogLine[] {
  const lines: LogLine[] = [];
  let end = bytes.at(-1) === NEWLINE ? bytes.length - 1 : bytes.length;
  while (end > 0 && lines.length < most) {
    const before = bytes.lastIndexOf(NEWLINE, end - 1);
    if (before === -1 && start > 0) break;
    lines.push(readLine(`${number}:${start + before + 1}`, bytes.toString('utf8', before + 1, end)));
    end = before;
  }
  return lines;
}

/**
 * The last lines of the server's log, out of its newest files.
 * @param folder of the log files; it need not exist
 */
export async function readLog(folder: string, limits = LIMITS): Promise<LogTail> {
  const newestFirst: LogLine[] = [];
  let bytesLeft = limits.bytes;
  for (const number of (await listNumbers(folder)).reverse()) {
    const end = await readEnd(join(folder, logFileName(number)), bytesLeft);
    newestFirst.push(...cutLines(number, end, limits.lines + 1 - newestFirst.length));
    bytesLeft -= end.bytes.length;
    if (newestFirst.length > limits.lines || end.start > 0 || bytesLeft <= 0) {
      return { lines: newestFirst.slice(0, limits.lines).reverse(), isCut: true };
    }
  }
  return { lines: newestFirst.reverse(), isCut: false };
}
