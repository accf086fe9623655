import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { dataFolderSegments } from '../../shared/data-folder.ts';
import { LINK_SCHEME } from '../../shared/ipc/app-link.ts';

export interface LaunchOptions {
  /** Absolute path of the data folder. */
  readonly dataFolder: string;
  /** Whether a start without arguments uses the same one. */
  readonly isUsualFolder: boolean;
  /** As given on the command line; the server checks it. Undefined: the server's default. */
  readonly port: string | undefined;
  readonly host: string | undefined;
  /** No window until somebody asks for it: the start at login. */
  readonly isHidden: boolean;
  /** The arguments that are no options, those of Chromium among them: what is to be opened. */
  readonly opens: readonly string[];
}

interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: string;
  readonly home: string;
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** The arguments up to the first link. What is behind it could be part of the link, by a quote in it: a web page wrote it. */
function trusted(argv: readonly string[]): string[] {
  const link = argv.findIndex((argument) => argument.toLowerCase().startsWith(`${LINK_SCHEME}:`));
  return link === -1 ? [...argv] : argv.slice(0, link + 1);
}

/** Reads our options. Electron lists them together with Chromium's options, which are skipped. */
export function readLaunchOptions(argv: readonly string[], { env, platform, home }: Surroundings): LaunchOptions {
  const { values, positionals } = parseArgs({
    args: trusted(argv),
    strict: false,
    options: {
      port: { type: 'string' },
      host: { type: 'string' },
      'data-dir': { type: 'string' },
      hidden: { type: 'boolean' },
    },
  });
  const dataFolder = resolve(textOf(values['data-dir'])?.trim() || join(...dataFolderSegments(platform, env, home)));
  return {
    dataFolder,
    isUsualFolder:
      dataFolder === resolve(join(...dataFolderSegments(platform, { ...env, TRIBUTARY_DATA_DIR: undefined }, home))),
    port: textOf(values.port),
    host: textOf(values.host),
    isHidden: values.hidden === true,
    opens: positionals,
  };
}
