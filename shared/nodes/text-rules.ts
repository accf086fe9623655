import { t } from '../texts/t.ts';
/** A rule for text. The form applies it while the user types, and the server applies it too. */
export interface TextRule {
  fits(text: string): boolean;
  /** Follows the title of the field: "must be …". */
  readonly help: string;
}

function urlOf(text: string): URL | undefined {
  const trimmed = text.trim();
  const url = URL.canParse(trimmed) ? new URL(trimmed) : undefined;
  return url !== undefined && /^https?:$/.test(url.protocol) ? url : undefined;
}

/** Any text that is not blank. */
export const SOME_TEXT: TextRule = { fits: (text) => text.trim() !== '', help: t('is required') };

/** Name of an HTTP header (RFC 9110). */
export const HEADER_NAME: TextRule = {
  fits: (text) => /^[!#$%&'*+.^_`|~\w-]+$/.test(text.trim()),
  help: t('must be the name of a header, without spaces'),
};

/** Address of a page or of an API: http or https. */
export const WEB_ADDRESS: TextRule = {
  fits: (text) => urlOf(text) !== undefined,
  help: t('must be a web address, one that begins with https:// or http://'),
};

/** Base address of a service, to which paths are appended. */
export const SERVICE_ADDRESS: TextRule = {
  fits(text) {
    const url = urlOf(text);
    return url !== undefined && url.username + url.password + url.search + url.hash === '';
  },
  help: t('must be an address such as http://localhost:8000, without a user name, a password or a question mark'),
};

/** Address of a service that is called at its root. */
export const SERVER_ADDRESS: TextRule = {
  fits: (text) => SERVICE_ADDRESS.fits(text) && /^\/+$/.test(urlOf(text)?.pathname ?? ''),
  help: t(
    'must be an address such as http://localhost:8000, without a path, a user name, a password or a question mark',
  ),
};

/** Path on the server's machine, of any system; quotes around it, which some systems copy, are ignored. */
export const FULL_PATH: TextRule = {
  fits: (text) => /^"?(?:[/\\]|[A-Za-z]:[/\\]|~(?:$|[/\\]))/.test(text.trim()),
  help: t('must be a full path that begins at the root or with ~/'),
};

/** The length limit of typed addresses. */
const LONGEST_ADDRESS = 2048;
/** Its parts do not overlap, so no text causes backtracking. */
const REPOSITORY_NAME = /^(?:https?:\/\/|(?:ssh:\/\/)?git@)?(?:[\w.-]+(?::\d+)?[/:])?[.-]*\w[\w.-]*\/[.-]*\w/i;

/** A repository: owner/name, its address, or the argument of `git clone`. */
export const REPOSITORY: TextRule = {
  fits: (text) => text.length <= LONGEST_ADDRESS && REPOSITORY_NAME.test(text.trim()),
  help: t('must be the address of a repository, such as https://github.com/owner/name'),
};

/** What may precede the first word of a statement. */
const BEFORE_STATEMENT = /^(?:[\s(]+|--[^\n]*(?:\n|$)|#[^\n]*(?:\n|$)|\/\*[\s\S]*?\*\/)+/;
const READING_WORDS = new Set(['SELECT', 'WITH', 'VALUES', 'TABLE']);
/** MySQL writes files with this, on the server's machine. */
const WRITES_FILE = /\bINTO\s+(?:OUTFILE|DUMPFILE)\b/i;

/** The first word of a SQL text, and whether it writes a file. */
export function describeStatement(text: string): { readonly word: string; readonly writesFile: boolean } {
  const word = /^[a-z]+/i.exec(text.replace(BEFORE_STATEMENT, ''))?.[0].toUpperCase() ?? '';
  return { word, writesFile: WRITES_FILE.test(text) };
}

/** A SQL statement that only reads. */
export const READING_STATEMENT: TextRule = {
  fits(text) {
    const { word, writesFile } = describeStatement(text);
    return READING_WORDS.has(word) && !writesFile;
  },
  help: t('must be one SELECT'),
};
