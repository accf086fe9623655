/** What a text has to look like. It says so while it is typed, and the server keeps to the same rule. */
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

/** Any text but blanks, which count as none. */
export const SOME_TEXT: TextRule = { fits: (text) => text.trim() !== '', help: 'is required' };

/** Name of an HTTP header (RFC 9110). */
export const HEADER_NAME: TextRule = {
  fits: (text) => /^[!#$%&'*+.^_`|~\w-]+$/.test(text.trim()),
  help: 'must be the name of a header, without blanks',
};

/** Address of a page or of what a program reads: http or https. */
export const WEB_ADDRESS: TextRule = {
  fits: (text) => urlOf(text) !== undefined,
  help: 'must be a web address, one that begins with https:// or http://',
};

/** Address of a service that paths of ours are put behind. */
export const SERVICE_ADDRESS: TextRule = {
  fits(text) {
    const url = urlOf(text);
    return url !== undefined && url.username + url.password + url.search + url.hash === '';
  },
  help: 'must be an address such as http://localhost:8000, without a name, a password or a question mark in it',
};

/** Address of a service that is asked at its root. */
export const SERVER_ADDRESS: TextRule = {
  fits: (text) => SERVICE_ADDRESS.fits(text) && /^\/+$/.test(urlOf(text)?.pathname ?? ''),
  help: 'must be an address such as http://localhost:8000, without a path, a name, a password or a question mark in it',
};

/** Path on the machine that the server runs on, whatever its system; quotes around it, as some systems copy them, do not count. */
export const FULL_PATH: TextRule = {
  fits: (text) => /^"?(?:[/\\]|[A-Za-z]:[/\\]|~(?:$|[/\\]))/.test(text.trim()),
  help: 'must be a full path, written from the root on or beginning with ~/',
};

/** As long as an address may be where addresses are typed. */
const LONGEST_ADDRESS = 2048;
/** Its parts do not overlap, so that no text takes long. */
const REPOSITORY_NAME = /^(?:https?:\/\/|(?:ssh:\/\/)?git@)?(?:[\w.-]+(?::\d+)?[/:])?[.-]*\w[\w.-]*\/[.-]*\w/i;

/** A repository as people name it: owner/name, its address, or what `git clone` takes. */
export const REPOSITORY: TextRule = {
  fits: (text) => text.length <= LONGEST_ADDRESS && REPOSITORY_NAME.test(text.trim()),
  help: 'must be the address of a repository, such as https://github.com/owner/name',
};

/** What may stand before the first word of a statement. */
const BEFORE_STATEMENT = /^(?:[\s(]+|--[^\n]*(?:\n|$)|#[^\n]*(?:\n|$)|\/\*[\s\S]*?\*\/)+/;
const READING_WORDS = new Set(['SELECT', 'WITH', 'VALUES', 'TABLE']);
/** MySQL writes files with it, on the server's machine. */
const WRITES_FILE = /\bINTO\s+(?:OUTFILE|DUMPFILE)\b/i;

/** What a SQL text begins with, and whether it writes a file. */
export function describeStatement(text: string): { readonly word: string; readonly writesFile: boolean } {
  const word = /^[a-z]+/i.exec(text.replace(BEFORE_STATEMENT, ''))?.[0].toUpperCase() ?? '';
  return { word, writesFile: WRITES_FILE.test(text) };
}

/** A SQL statement that reads. */
export const READING_STATEMENT: TextRule = {
  fits(text) {
    const { word, writesFile } = describeStatement(text);
    return READING_WORDS.has(word) && !writesFile;
  },
  help: 'must be one SELECT',
};
