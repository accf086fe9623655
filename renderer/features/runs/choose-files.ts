import { type FlowNode, isNote } from '../../../shared/flow/flow-document.ts';
import { findNodeDefinition } from '../../../shared/nodes/registry.ts';

export interface RefusedFile {
  readonly name: string;
  /** "what is wrong: what to do" */
  readonly reason: string;
}

export interface FileChoice {
  readonly files: readonly File[];
  /** Of the last choice only: what was refused before is old news. */
  readonly refused: readonly RefusedFile[];
}

export const noFiles: FileChoice = { files: [], refused: [] };

/** What people bring most; the rest of a long list is named by its length. */
const WELL_KNOWN = ['.pdf', '.docx', '.csv', '.txt', '.md', '.html'];
/** So many extensions are still read at a glance. */
const SHORT_LIST = 8;

/** Extensions (with the dot, lower case) that the upload loaders of a flow take; empty when no loader takes files. */
export function acceptedExtensions(nodes: readonly FlowNode[]): readonly string[] {
  const extensions = nodes
    .filter((node) => !isNote(node))
    .flatMap((node) => findNodeDefinition(node.data.name)?.upload?.extensions ?? []);
  return [...new Set(extensions)];
}

/** Whether an upsert of the flow has nothing to read but what is sent with it: no loader keeps files, none reads elsewhere. */
export function needsFiles(nodes: readonly FlowNode[]): boolean {
  const loaders = nodes
    .filter((node) => !isNote(node))
    .flatMap((node) => {
      const definition = findNodeDefinition(node.data.name);
      return definition?.kind === 'documentloader' ? [{ upload: definition.upload, inputs: node.data.inputs }] : [];
    });
  return loaders.every(({ upload, inputs }) => upload !== undefined && (inputs[upload.param] ?? '') === '');
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
  return rest.length === 0 ? shown.join(', ') : `${shown.join(', ')} and ${rest.length} more`;
}

function refusalOf(file: File, accepted: readonly string[]): string | undefined {
  const name = file.name.toLowerCase();
  if (!accepted.some((extension) => name.endsWith(extension))) {
    return `The flow does not take this type: choose ${describeExtensions(accepted)}.`;
  }
  return file.size === 0 ? 'The file is empty: choose one with text in it.' : undefined;
}

/** Adds files to a choice. One of the same name takes the other's place: the name says which document it is. */
export function addFiles(choice: FileChoice, incoming: readonly File[], accepted: readonly string[]): FileChoice {
  const files = new Map(choice.files.map((file) => [file.name, file]));
  const refused: RefusedFile[] = [];
  for (const file of incoming) {
    const reason = refusalOf(file, accepted);
    if (reason === undefined) files.set(file.name, file);
    else refused.push({ name: file.name, reason });
  }
  return { files: [...files.values()], refused };
}

/** The choice without the file of this name. */
export function removeFile(choice: FileChoice, name: string): FileChoice {
  return { files: choice.files.filter((file) => file.name !== name), refused: [] };
}
