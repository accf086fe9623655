import { z } from 'zod';
import type { LogLevel } from '../log-levels.ts';

/** Folders that the page can have shown in the system's file manager: the data folder itself, and two in it. */
export const SHOWN_FOLDERS = ['data', 'logs', 'crash-reports'] as const;
export const ShownFolderSchema = z.enum(SHOWN_FOLDERS);
export type ShownFolder = (typeof SHOWN_FOLDERS)[number];

/** A line of the server's log. */
export interface LogLine {
  /** Which line it is, as long as its file is kept. */
  readonly id: string;
  /** In ms since 1970; null if the line can't be read as one of the log's, since it was cut off. */
  readonly at: number | null;
  readonly level: LogLevel;
  readonly message: string;
  /** What was written beside the message, in lines; "" if nothing was. */
  readonly details: string;
}

/** The end of the server's log. */
export interface LogTail {
  /** The oldest first. */
  readonly lines: readonly LogLine[];
  /** Whether there are older lines in the files. */
  readonly isCut: boolean;
}

/** What is known of a crash of the page or of the server. */
export interface CrashReport {
  /** Of its file. */
  readonly name: string;
  readonly text: string;
}
