import type { ExampleCall } from './example-call.ts';
import { writeCurl } from './write-curl.ts';
import { writeJavaScript } from './write-javascript.ts';
import { writePython } from './write-python.ts';

export const SNIPPET_LANGUAGES = ['curl', 'python', 'javascript'] as const;
export type SnippetLanguage = (typeof SNIPPET_LANGUAGES)[number];

const WRITERS = { curl: writeCurl, python: writePython, javascript: writeJavaScript } as const;

/**
 * A program that makes a call and prints the answer, ending with an error when it is refused: for a shell, for Python 3 with requests, or as a module for
 * Node. The key comes from the environment. Files are read from the current folder and written to it.
 * @param origin address of the server, without a path
 */
export function writeSnippet(language: SnippetLanguage, call: ExampleCall, origin: string): string {
  return WRITERS[language](call, origin);
}
