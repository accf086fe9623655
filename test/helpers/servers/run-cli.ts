import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { vi } from 'vitest';
import type { z } from 'zod';
import { callCommand } from '../../../electron/server/call-command.ts';
import { RunResultSchema } from '../../../shared/api/runs.ts';
import { UpsertAcceptedSchema } from '../../../shared/api/vector.ts';

const ENTRY = fileURLToPath(new URL('../../../dist/server/cli.js', import.meta.url));

/** The output of `tributary upsert --json`: the result of the run, without its chunks. */
export const CliUpsertSchema = RunResultSchema.extend(UpsertAcceptedSchema.shape);

export interface CliResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunningCli {
  readonly child: ChildProcess;
  readonly ended: Promise<CliResult>;
}

export interface CliOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Starts the built command line in a separate process. */
export function startCli(args: readonly string[], options: CliOptions = {}): RunningCli {
  const { TRIBUTARY_DATA_DIR: _, TRIBUTARY_API_KEY: __, ...env } = process.env;
  const child = spawn(process.execPath, [ENTRY, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...env, ...options.env },
    ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
  });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const ended = new Promise<CliResult>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, stdout, stderr }));
  });
  return { child, ended };
}

/** Runs the command line to its end. */
export function runCli(args: readonly string[], options: CliOptions = {}): Promise<CliResult> {
  return startCli(args, options).ended;
}

/** Takes what a stream is given, until the answer is called. */
function capture(stream: NodeJS.WriteStream): () => string {
  let text = '';
  const write = vi.spyOn(stream, 'write').mockImplementation((chunk) => {
    text += String(chunk);
    return true;
  });
  return () => {
    write.mockRestore();
    return text;
  };
}

/**
 * Calls a command in this process, as the command line does in its own: a process for each call would take most of a test's time. Not for uploads that are
 * refused: `fetch` then still writes into a body that nobody reads, and the process gets the error.
 */
export async function callCli(args: readonly string[], { env }: Pick<CliOptions, 'env'> = {}): Promise<CliResult> {
  const { TRIBUTARY_DATA_DIR: _, TRIBUTARY_API_KEY: __, ...inherited } = process.env;
  const [stdout, stderr] = [capture(process.stdout), capture(process.stderr)];
  try {
    const call = { env: { ...inherited, ...env }, signal: new AbortController().signal };
    const code = await callCommand(args, call);
    return { code, stdout: stdout(), stderr: stderr() };
  } finally {
    for (const end of [stdout, stderr]) end();
  }
}

/** The value printed by a call with `--json`. */
export function parseOutput<Schema extends z.ZodType>(result: CliResult, schema: Schema): z.output<Schema> {
  return schema.parse(JSON.parse(result.stdout));
}
