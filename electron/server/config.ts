import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { dataFolderSegments } from '../../shared/data-folder.ts';
import { describeFault } from '../../shared/errors/describe-fault.ts';
import { UserError } from '../../shared/errors/errors.ts';
import { codeOf } from '../../shared/errors/system-errors.ts';
import { KEY_WITH_PARENT } from '../../shared/ipc/server-messages.ts';
import { UpdateUrlSchema } from '../../shared/update-url.ts';

const port = z.coerce.number().int().min(0).max(65_535);
const list = z.array(z.string());
const MIB = 1024 * 1024;

/** What settings.json of the data folder may hold (docs/settings.md); the environment and flags go before it. */
export const SettingsSchema = z
  .strictObject({
    port,
    host: z.string(),
    /** Further `Host` values that may reach the API, as `name:port`. */
    allowedHosts: list,
    /** Further origins that may call the API from a page, as `https://name`. */
    allowedOrigins: list,
    /** Every call but /ping needs an API key. The app's own page asks for it once. */
    requireApiKey: z.boolean(),
    /** Every call but /ping needs the secret of the data folder: for computers with several users. */
    requireLocalToken: z.boolean(),
    /** Names of environment variables that variables of type runtime may read. */
    runtimeVariables: list,
    jsonLimitBytes: z.int().positive(),
    fileLimitBytes: z.int().positive(),
    uploadLimitBytes: z.int().positive(),
    /** Threads for embedding; 0 means one a core. */
    embeddingThreads: z.int().min(0),
    /** Where models are fetched from. */
    modelHubUrl: z.url(),
    /** Collections of more chunks are searched by graph, smaller ones by exact scan; 0: those whose vectors take too much memory. */
    graphFromChunks: z.int().min(0),
    logLevel: z.enum(['debug', 'info', 'warn', 'error']),
    /** Read by the window only: where it looks for newer versions; empty: nowhere. */
    updateUrl: UpdateUrlSchema,
  })
  .partial();

export interface Config {
  readonly dataDir: string;
  readonly host: string;
  /** 0: one that is free. */
  readonly port: number;
  readonly isHeadless: boolean;
  readonly shouldOpenBrowser: boolean;
  readonly allowedHosts: readonly string[];
  readonly allowedOrigins: readonly string[];
  readonly requireApiKey: boolean;
  readonly requireLocalToken: boolean;
  readonly runtimeVariables: readonly string[];
  /** Value of an environment variable that runtimeVariables names. A function, so that a log of the settings has no values. */
  readonly readEnvironment: (name: string) => string | undefined;
  /** The key for credentials, if whoever started the server handed one over: 32 bytes in base64. */
  readonly readSecretKey: () => string | undefined;
  /** Whether the program that started the server has the key. */
  readonly isKeyWithParent: boolean;
  /** The key that this program has handed over. */
  readonly readParentKey: () => string | undefined;
  /** Where Ollama answers, as its own variable OLLAMA_HOST says. */
  readonly readOllamaHost: () => string | undefined;
  readonly jsonLimitBytes: number;
  readonly fileLimitBytes: number;
  readonly uploadLimitBytes: number;
  readonly embeddingThreads: number;
  readonly modelHubUrl: string;
  readonly graphFromChunks: number;
  readonly logLevel: 'debug' | 'info' | 'warn' | 'error';
  /** What has set a setting that is not the default: an option such as "--port", the name of a variable of the environment, or "settings.json". */
  readonly setBy: Readonly<Record<string, string>>;
}

/** Limits are those of decisions.md, part 1. */
export const DEFAULTS = {
  host: '127.0.0.1',
  port: 3000,
  allowedHosts: [],
  allowedOrigins: [],
  requireApiKey: false,
  requireLocalToken: false,
  runtimeVariables: [],
  jsonLimitBytes: 50 * MIB,
  fileLimitBytes: 1024 * MIB,
  uploadLimitBytes: 2048 * MIB,
  embeddingThreads: 0,
  modelHubUrl: 'https://huggingface.co',
  graphFromChunks: 0,
  logLevel: 'info',
  updateUrl: '',
} as const;

type Environment = Readonly<Record<string, string | undefined>>;

function invalid(message: string, cause?: unknown): UserError {
  return new UserError('INVALID_CONFIG', message, { cause });
}

/** Options of `tributary serve`. */
export const SERVE_OPTIONS = {
  port: { type: 'string' },
  host: { type: 'string' },
  'data-dir': { type: 'string' },
  headless: { type: 'boolean', default: false },
  'no-open': { type: 'boolean', default: false },
} as const;

function parseFlags(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: SERVE_OPTIONS }).values;
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new UserError(
      'INVALID_USAGE',
      `${reason} The options are --port N, --host NAME, --data-dir DIR, --headless and --no-open: see tributary serve --help.`,
      { cause },
    );
  }
}

function readSettings(file: string): z.infer<typeof SettingsSchema> {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    const code = codeOf(error);
    // A folder that is none, or has no such name, is told of where it is made.
    if (['ENOENT', 'ENOTDIR', 'ENAMETOOLONG'].includes(code)) return {};
    throw invalid(`settings.json of the data folder can't be read (${code}): make it a file that you may read.`, error);
  }
  try {
    return SettingsSchema.parse(JSON.parse(text));
  } catch (cause) {
    const reason = cause instanceof z.ZodError ? describeFault(cause) : 'it is not JSON';
    throw invalid(`settings.json of the data folder can't be used (${reason}): correct or remove it.`, cause);
  }
}

function parsePort(value: string, where: string): number {
  const parsed = port.safeParse(value);
  if (!parsed.success || value.trim() === '')
    throw invalid(`${where} is ${value}: use a number from 0 (any free port) to 65535.`);
  return parsed.data;
}

const LOOPBACK = new Set(['127.0.0.1', 'localhost', '::1']);

/** Whether a host name means this machine only. */
export function isLoopbackName(name: string): boolean {
  return LOOPBACK.has(name.toLowerCase());
}

const ALL_ADDRESSES = new Set(['0.0.0.0', '::']);

/**
 * Other machines get in only with keys, and only by names that the settings list: else any name that a foreign page gives our address would do.
 */
function checkHost(host: string, { requireApiKey = false, allowedHosts = [] }: z.infer<typeof SettingsSchema>): void {
  if (isLoopbackName(host)) return;
  if (!requireApiKey) {
    throw invalid(
      `--host ${host} would let other machines in without a key: make a key (POST /api/v1/apikey), set requireApiKey to true in settings.json of the data folder, and start again; or use 127.0.0.1 and a tunnel (ssh -L).`,
    );
  }
  const isListed = allowedHosts.some(
    (entry) => ALL_ADDRESSES.has(host) || entry === host || entry.startsWith(`${host}:`),
  );
  if (!isListed) {
    throw invalid(
      `--host ${host} needs the names by which others call this server: list them as name:port in settings.json of the data folder (allowedHosts).`,
    );
  }
}

/**
 * The data folder: what is given, else what the environment says, else the system's usual place.
 * @throws UserError INVALID_USAGE for an empty name, as a variable that is not set gives it: the folder of the call would become the data folder
 */
export function dataDirOf(
  given: string | undefined,
  env: Environment,
  platform: NodeJS.Platform = process.platform,
): string {
  if (given?.trim() === '')
    throw new UserError('INVALID_USAGE', '--data-dir is empty: name a folder, or leave the option out.');
  return resolve(given ?? join(...dataFolderSegments(platform, env, homedir())));
}

function describeOrigins(
  settings: z.infer<typeof SettingsSchema>,
  given: Readonly<Record<string, readonly (readonly [by: string, value: string | undefined])[]>>,
): Record<string, string> {
  const setBy: Record<string, string> = {};
  for (const [name, value] of Object.entries(settings)) if (value !== undefined) setBy[name] = 'settings.json';
  for (const [name, ways] of Object.entries(given)) {
    const way = ways.find(([, value]) => value !== undefined);
    if (way !== undefined) setBy[name] = way[0];
  }
  return setBy;
}

/**
 * Flags go before environment, environment before settings.json, that before the defaults. The only reader of the environment.
 * @throws UserError INVALID_CONFIG
 */
export function readConfig(
  args: readonly string[],
  env: Environment,
  platform: NodeJS.Platform = process.platform,
): Config {
  const flags = parseFlags(args);
  const dataDir = dataDirOf(flags['data-dir'], env, platform);
  const settings = readSettings(join(dataDir, 'settings.json'));
  const host = flags.host ?? env.TRIBUTARY_HOST ?? settings.host ?? DEFAULTS.host;
  checkHost(host, settings);
  const portFlag = flags.port ?? env.PORT;
  const defined = Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
  return {
    ...DEFAULTS,
    ...defined,
    dataDir,
    host,
    readEnvironment: (name) => (settings.runtimeVariables?.includes(name) === true ? env[name] : undefined),
    readSecretKey: () => env.TRIBUTARY_SECRET_KEY,
    isKeyWithParent: env[KEY_WITH_PARENT] === '1',
    readParentKey: () => undefined,
    readOllamaHost: () => env.OLLAMA_HOST,
    port:
      portFlag === undefined
        ? (settings.port ?? DEFAULTS.port)
        : parsePort(portFlag, flags.port === undefined ? 'PORT' : '--port'),
    isHeadless: flags.headless,
    shouldOpenBrowser: !flags.headless && !flags['no-open'],
    setBy: describeOrigins(settings, {
      dataDir: [
        ['--data-dir', flags['data-dir']],
        ['TRIBUTARY_DATA_DIR', env.TRIBUTARY_DATA_DIR],
      ],
      host: [
        ['--host', flags.host],
        ['TRIBUTARY_HOST', env.TRIBUTARY_HOST],
      ],
      port: [
        ['--port', flags.port],
        ['PORT', env.PORT],
      ],
    }),
  };
}
