import type { LoadedDocument, Metadata, SourceFile } from '../../core/document.ts';
import type { LoadContext } from '../../core/document-loader.ts';
import { openText } from '../text/open-text.ts';
import { peek, readThrough } from '../text/text-reader.ts';
import { createDataRemover } from '../text/without-data.ts';

/** Front matter of more is none. */
const MAX_FRONT_MATTER_UNITS = 64 * 1024;
const FRONT_MATTER = /^---[ \t]*\r?\n(.*?)\r?\n(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/s;

/** A Markdown text as it is, without pictures that are written into it as letters; simple values of its front matter are put into the metadata as `frontMatter`. */
export async function* readMarkdown(file: SourceFile, context: LoadContext): AsyncGenerator<LoadedDocument> {
  const { start, pieces } = await peek(await openText(file, 'a Markdown text', context), MAX_FRONT_MATTER_UNITS);
  const source = FRONT_MATTER.exec(start.slice(0, MAX_FRONT_MATTER_UNITS))?.[1];
  const frontMatter = source === undefined ? {} : await simpleValues(source);
  const metadata = Object.keys(frontMatter).length === 0 ? {} : { frontMatter };
  yield { text: readThrough(pieces, createDataRemover()), metadata };
}

type Scalar = string | number | boolean;

function isScalar(value: unknown): value is Scalar {
  return (
    typeof value === 'string' || typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value))
  );
}

/** Texts, numbers, yes or no, and lists of them; nothing else of the YAML, and nothing of damaged YAML. */
async function simpleValues(source: string): Promise<Metadata> {
  const { parse } = await import('yaml');
  const values: Record<string, Scalar | Scalar[]> = {};
  for (const [key, value] of Object.entries(parseQuietly(() => parse(source, { logLevel: 'error' })))) {
    if (isScalar(value)) values[key] = value;
    else if (Array.isArray(value) && value.length > 0 && value.every(isScalar)) values[key] = value;
  }
  return values;
}

/** A text that only looks like front matter is still worth loading. */
function parseQuietly(parse: () => unknown): object {
  try {
    const value = parse();
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
  } catch {
    return {};
  }
}
