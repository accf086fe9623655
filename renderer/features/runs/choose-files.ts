import { type GraphNode, isNote } from '../../../shared/flow/flow-document.ts';
import type { NodeDefinition } from '../../../shared/nodes/define-node.ts';
import { pictureExtensions } from '../../../shared/nodes/documentloaders/scans.ts';
import { findNodeDefinition } from '../../../shared/nodes/registry.ts';
import { savableKindOf, unreadKindOf } from '../../../shared/nodes/unread-kinds.ts';
import { freePath } from '../../../shared/text/file-names.ts';
import { t } from '../../../shared/texts/t.ts';
import type { PickedFile } from '../../forms/picked-files.ts';
import { summaryOf } from '../../ui/node-summary.ts';

export interface RefusedFile {
  readonly name: string;
  /** "what is wrong: what to do" */
  readonly reason: string;
}

export interface FileChoice {
  readonly files: readonly PickedFile[];
  /** Of the last choice only: what was refused before is old news. */
  readonly refused: readonly RefusedFile[];
  /** Paths of the last choice that were taken for files that are there already. */
  readonly repeated: readonly string[];
}

export const noFiles: FileChoice = { files: [], refused: [], repeated: [] };

/** What people bring most; the rest of a long list is named by its length. */
const WELL_KNOWN = ['.pdf', '.docx', '.csv', '.txt', '.md', '.html'];
/** So many extensions are still read at a glance. */
const SHORT_LIST = 8;

/** What files a flow takes. */
export interface AcceptedFiles {
  /** With the dot, lower case; empty when no loader takes files. */
  readonly extensions: readonly string[];
  /** A loader looks into files of other names as well. */
  readonly anyName: boolean;
}

/** What the upload loaders of a flow take: pictures, too, where one that looks into any file recognises their text. */
export function acceptedFiles(nodes: readonly GraphNode[]): AcceptedFiles {
  const uploads = nodes
    .filter((node) => !isNote(node))
    .flatMap(({ data }) => {
      const upload = findNodeDefinition(data.name)?.upload;
      return upload === undefined ? [] : [{ upload, recognises: upload.anyName === true && isOn(data.inputs.ocr) }];
    });
  const extensions = uploads.flatMap(({ upload, recognises }) => [
    ...upload.extensions,
    ...(recognises ? pictureExtensions : []),
  ]);
  return {
    extensions: [...new Set(extensions)],
    anyName: uploads.some(({ upload }) => upload.anyName === true),
  };
}

/** Of a switch, which an imported flow may hold as a text. */
function isOn(value: unknown): boolean {
  return value === true || value === 'true';
}

/** Whether the flow holds files itself; those that it only names lie on the server that it was exported from. */
function keepsFiles(value: unknown): boolean {
  return typeof value === 'string' && value !== '' && !value.startsWith('FILE-STORAGE::');
}

/** What a run reads without being sent anything. */
export interface OwnSource {
  readonly nodeId: string;
  readonly label: string;
  readonly definition: NodeDefinition;
  /** What it reads: an address, a folder. */
  readonly summary: string;
}

/** The loaders of a flow that read what no one sends: those that fetch it, and those that keep files in the flow. */
export function ownSources(nodes: readonly GraphNode[]): readonly OwnSource[] {
  return nodes
    .filter((node) => !isNote(node))
    .flatMap(({ id: nodeId, data }): OwnSource[] => {
      const definition = findNodeDefinition(data.name);
      if (definition?.kind !== 'documentloader') return [];
      const { upload } = definition;
      if (upload !== undefined && !keepsFiles(data.inputs[upload.param])) return [];
      const summary = upload === undefined ? summaryOf(definition, data.inputs) : t('Files kept in the flow');
      return [{ nodeId, label: data.label === '' ? definition.label : data.label, definition, summary }];
    });
}

/** Whether an upsert of the flow has nothing to read but what is sent with it: no loader keeps files, and none fetches them. */
export function needsFiles(nodes: readonly GraphNode[]): boolean {
  const loaders = nodes
    .filter((node) => !isNote(node))
    .flatMap((node) => {
      const definition = findNodeDefinition(node.data.name);
      return definition?.kind === 'documentloader' ? [{ upload: definition.upload, inputs: node.data.inputs }] : [];
    });
  return loaders.every(({ upload, inputs }) => upload !== undefined && !keepsFiles(inputs[upload.param]));
}

/** Cuts a long list of extensions into the ones to show and the rest. */
export function cutExtensions(extensions: readonly string[]): {
  readonly shown: readonly string[];
  readonly rest: readonly string[];
} {
  if (extensions.length <= SHORT_LIST) return { shown: extensions, rest: [] };
  const known = WELL_KNOWN.filter((extension) => extensions.includes(extension));
  const shown = known.length > 0 ? known : extensions.slice(0, WELL_KNOWN.length);
  return { shown, rest: extensions.filter((extension) => !shown.includes(extension)) };
}

/** ".pdf, .docx, .csv, .txt, .md, .html and 39 more". */
export function describeExtensions(extensions: readonly string[]): string {
  const { shown, rest } = cutExtensions(extensions);
  return rest.length === 0
    ? shown.join(', ')
    : t('{names} and {count} more', { names: shown.join(', '), count: rest.length });
}

/** No loader finds text in these, whatever their name: they need not be sent for that answer. */
const NEVER_TEXT = /^(image|audio|video)\//;

function refusalOf(file: File, { extensions, anyName }: AcceptedFiles): string | undefined {
  const name = file.name.toLowerCase();
  const isKnown = extensions.some((extension) => name.endsWith(extension));
  if (!isKnown && (!anyName || NEVER_TEXT.test(file.type))) {
    const unread = anyName ? unreadKindOf(name) : savableKindOf(name, extensions);
    if (unread !== undefined) {
      return t('This is {kind}: {remedy}.', { kind: t(unread.kind), remedy: t(unread.remedy) });
    }
    return t('The flow does not take this type: choose {extensions}.', { extensions: describeExtensions(extensions) });
  }
  return file.size === 0 ? t('The file is empty: choose one with text in it.') : undefined;
}

function isSame(one: File, other: File): boolean {
  return one.size === other.size && one.lastModified === other.lastModified;
}

/** Adds files to a choice. The same file once more changes nothing; another one of its name gets a number, for the name says which document it is. */
export function addFiles(choice: FileChoice, incoming: readonly PickedFile[], accepted: AcceptedFiles): FileChoice {
  const files = new Map<string, PickedFile>();
  /** By the path that they were chosen with. */
  const rivals = new Map<string, PickedFile[]>();
  const keep = (picked: PickedFile) => {
    const { path, wantedPath = path } = picked;
    files.set(path, picked);
    rivals.set(wantedPath, [...(rivals.get(wantedPath) ?? []), picked]);
  };
  choice.files.forEach(keep);
  const refused: RefusedFile[] = [];
  const repeated: string[] = [];
  for (const { path, file } of incoming) {
    const reason = refusalOf(file, accepted);
    if (reason !== undefined) refused.push({ name: path, reason });
    else if (rivals.get(path)?.some((other) => isSame(other.file, file)) === true) repeated.push(path);
    else {
      const free = freePath(path, files);
      keep({ path: free, file, ...(free === path ? {} : { wantedPath: path }) });
    }
  }
  return { files: [...files.values()], refused, repeated };
}

/** The choice without the files of these paths. */
export function removeFiles(choice: FileChoice, paths: readonly string[]): FileChoice {
  return { ...noFiles, files: choice.files.filter(({ path }) => !paths.includes(path)) };
}

/** What an upsert has left to try again. */
export interface Retry {
  readonly label: string;
  readonly files: readonly PickedFile[];
}

/**
 * The files to send once more after an upsert that went on without some.
 * @param sent all that were sent
 * @param isWhole whether all have to be sent: a full clean-up would delete what belongs to those that were read
 * @returns undefined if this page does not have those that failed
 */
export function filesToRetry(
  sent: readonly PickedFile[],
  failed: readonly { readonly name: string }[],
  isWhole: boolean,
): Retry | undefined {
  const names = new Set(failed.map(({ name }) => name));
  const files = sent.filter(({ path }) => names.has(path));
  if (files.length === 0) return undefined;
  if (isWhole && files.length < sent.length) return { label: t('Try again with all files'), files: sent };
  return { label: files.length === 1 ? t('Try it again') : t('Try these again'), files };
}

/** Refused files by what is wrong with them: a folder may hold hundreds of one kind. */
export function groupByReason(
  refused: readonly RefusedFile[],
): readonly { readonly reason: string; readonly names: readonly string[] }[] {
  const byReason = new Map<string, string[]>();
  for (const { name, reason } of refused) byReason.set(reason, [...(byReason.get(reason) ?? []), name]);
  return [...byReason].map(([reason, names]) => ({ reason, names }));
}

/** So many names are read at a glance. */
const NAMED = 3;

/** "a.png, b.png, c.png and 12 more". */
export function namesInShort(names: readonly string[]): string {
  const more = names.length - NAMED;
  return more > 0
    ? t('{names} and {count} more', { names: names.slice(0, NAMED).join(', '), count: more })
    : names.join(', ');
}
