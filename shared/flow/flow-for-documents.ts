import type { NodeDefinition } from '../nodes/define-node.ts';
import { nodeDefinitions } from '../nodes/registry.ts';
import type { CodeLanguage } from '../nodes/textsplitters/code-text-splitter.ts';
import { t } from '../texts/t.ts';
import { type DrawnNode, type DrawnParts, drawFlow } from './draw-flow.ts';
import type { FlowDocument } from './flow-document.ts';

const {
  cheerioWebScraper,
  codeTextSplitter,
  csvFile,
  fileLoader,
  folderFiles,
  hnsw,
  htmlToMarkdownTextSplitter,
  markdownTextSplitter,
  plainText,
  recursiveCharacterTextSplitter,
  SQLiteRecordManager,
  textFile,
  transformersEmbeddings,
  unstructuredFileLoader: _needsItsServer,
  ...otherNodes
} = nodeDefinitions;

/** The languages of source files, by extension; only those that the splitter for code knows and Text File takes. */
const LANGUAGES: Readonly<Record<string, CodeLanguage>> = {
  c: 'c',
  h: 'c',
  cpp: 'cpp',
  hpp: 'cpp',
  cs: 'csharp',
  go: 'go',
  java: 'java',
  js: 'js',
  mjs: 'js',
  cjs: 'js',
  jsx: 'js',
  kt: 'kotlin',
  lua: 'lua',
  php: 'php',
  proto: 'proto',
  py: 'python',
  rb: 'ruby',
  rs: 'rust',
  rst: 'rst',
  scala: 'scala',
  sol: 'sol',
  swift: 'swift',
  tex: 'latex',
  ts: 'ts',
  tsx: 'ts',
};

const MARKDOWN = new Set(['md', 'markdown', 'mdx']);
const HTML = new Set(['html', 'htm']);

const byParagraph: DrawnNode = { definition: recursiveCharacterTextSplitter };

/** Extension of a file's name, lower case and without the dot; "" for none. */
function extensionOf(path: string): string {
  return /\.([^./\\]+)$/.exec(path)?.[1]?.toLowerCase() ?? '';
}

function takesAll({ upload }: NodeDefinition, paths: readonly string[]): boolean {
  return (
    upload !== undefined && paths.every((path) => upload.extensions.some((end) => path.toLowerCase().endsWith(end)))
  );
}

/** The loader made for the type of all these files, else the one for many, which looks into files of other names as well. */
function loaderFor(paths: readonly string[]): NodeDefinition {
  const forOneType = [...Object.values<NodeDefinition>(otherNodes), csvFile, textFile];
  return forOneType.find((loader) => takesAll(loader, paths)) ?? fileLoader;
}

/** The splitter for texts of these extensions; undefined where each row is a passage already. */
function splitterFor(extensions: ReadonlySet<string>, loader: NodeDefinition): DrawnNode | undefined {
  if (loader === csvFile) return undefined;
  const all = [...extensions];
  if (all.every((extension) => MARKDOWN.has(extension))) {
    return { definition: markdownTextSplitter, inputs: { splitByHeaders: 'h2' } };
  }
  if (loader !== textFile) return byParagraph;
  if (all.every((extension) => HTML.has(extension))) return { definition: htmlToMarkdownTextSplitter };
  const [language, other] = new Set(all.map((extension) => LANGUAGES[extension]));
  if (language === undefined || other !== undefined) return byParagraph;
  return { definition: codeTextSplitter, inputs: { language } };
}

function draw(parts: Pick<DrawnParts, 'loader' | 'splitter'>, cleanup: 'incremental' | 'full'): FlowDocument {
  return drawFlow({
    ...parts,
    embedding: { definition: transformersEmbeddings },
    store: { definition: hnsw },
    records: { definition: SQLiteRecordManager, inputs: { cleanup } },
  });
}

/**
 * The flow for files with these paths: their loader, the splitter that suits them, built-in embedding, local store and records. Files of a folder get the loader
 * for many types, as more will come.
 */
export function createFlowForFiles(paths: readonly string[]): FlowDocument {
  const isFolder = paths.some((path) => path.includes('/'));
  const loader = isFolder ? fileLoader : loaderFor(paths);
  const splitter = splitterFor(new Set(paths.map(extensionOf)), loader);
  return draw({ loader: { definition: loader }, ...(splitter === undefined ? {} : { splitter }) }, 'incremental');
}

/** The flow that reads a folder of the server's machine. What is deleted there goes from the store, too. */
export function createFlowForFolder(folderPath: string): FlowDocument {
  const loader = { definition: folderFiles, inputs: { folderPath, recursive: true, skipErrors: true } };
  return draw({ loader, splitter: byParagraph }, 'full');
}

/** The flow that reads a page of the web. */
export function createFlowForAddress(url: string): FlowDocument {
  return draw({ loader: { definition: cheerioWebScraper, inputs: { url } }, splitter: byParagraph }, 'full');
}

/** The flow that reads a text that it holds itself. */
export function createFlowForText(text: string): FlowDocument {
  return draw({ loader: { definition: plainText, inputs: { text } }, splitter: byParagraph }, 'full');
}

/** A name longer than this is no help in a list, in characters. */
const LONGEST_NAME = 60;

function inShort(name: string): string {
  return name.length <= LONGEST_NAME ? name : `${name.slice(0, LONGEST_NAME - 1).trimEnd()}…`;
}

function stemOf(fileName: string): string {
  return fileName.replace(/\.[^.]+$/, '').trim() || fileName;
}

/** What a flow for these files is called: the folder, the file, or the first one and how many more. */
export function nameForFiles(paths: readonly string[]): string {
  const folders = new Set(paths.map((path) => (path.includes('/') ? path.split('/')[0] : undefined)));
  const [folder] = folders;
  if (folders.size === 1 && folder !== undefined) return inShort(folder);
  const first = paths[0]?.split('/').at(-1) ?? '';
  const more = paths.length - 1;
  return more === 0 ? inShort(stemOf(first)) : t('{name} and {more} more', { name: inShort(stemOf(first)), more });
}

/** The last part of a folder's path, with slashes of either kind. */
export function nameForFolder(path: string): string {
  return inShort(path.split(/[/\\]/).findLast((part) => part !== '') ?? path);
}

/** The host of an address, without www. */
export function nameForAddress(url: string): string {
  return inShort(new URL(url).hostname.replace(/^www\./, ''));
}

/** The first words of a text. */
export function nameForText(text: string): string {
  const line = text.split('\n').find((candidate) => candidate.trim() !== '') ?? '';
  return inShort(line.replace(/^[#>*\s-]+/, '').trim() || t('Text'));
}
