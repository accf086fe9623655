import { type FlowNode, isNote } from '../../../shared/flow/flow-document.ts';
import type { NodeDefinition } from '../../../shared/nodes/define-node.ts';
import { findNodeDefinition } from '../../../shared/nodes/registry.ts';
import { summaryOf } from '../../ui/node-summary.ts';

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

/** What files a flow takes. */
export interface AcceptedFiles {
  /** With the dot, lower case; empty when no loader takes files. */
  readonly extensions: readonly string[];
  /** A loader looks into files of other names as well. */
  readonly anyName: boolean;
}

/** What the upload loaders of a flow take. */
export function acceptedFiles(nodes: readonly FlowNode[]): AcceptedFiles {
  const uploads = nodes
    .filter((node) => !isNote(node))
    .flatMap((node) => findNodeDefinition(node.data.name)?.upload ?? []);
  return {
    extensions: [...new Set(uploads.flatMap((upload) => upload.extensions))],
    anyName: uploads.some((upload) => upload.anyName === true),
  };
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
export function ownSources(nodes: readonly FlowNode[]): readonly OwnSource[] {
  return nodes
    .filter((node) => !isNote(node))
    .flatMap(({ id: nodeId, data }): OwnSource[] => {
      const definition = findNodeDefinition(data.name);
      if (definition?.kind !== 'documentloader') return [];
      const { upload } = definition;
      if (upload !== undefined && (data.inputs[upload.param] ?? '') === '') return [];
      const summary = upload === undefined ? summaryOf(definition, data.inputs) : 'Files kept in the flow';
      return [{ nodeId, label: data.label === '' ? definition.label : data.label, definition, summary }];
    });
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

/** No loader finds text in these, whatever their name: they need not be sent for that answer. */
const NEVER_TEXT = /^(image|audio|video)\//;

function refusalOf(file: File, { extensions, anyName }: AcceptedFiles): string | undefined {
  const name = file.name.toLowerCase();
  const isKnown = extensions.some((extension) => name.endsWith(extension));
  if (!isKnown && (!anyName || NEVER_TEXT.test(file.type))) {
    return `The flow does not take this type: choose ${describeExtensions(extensions)}.`;
  }
  return file.size === 0 ? 'The file is empty: choose one with text in it.' : undefined;
}

/** Adds files to a choice. One of the same name takes the other's place: the name says which document it is. */
export function addFiles(choice: FileChoice, incoming: readonly File[], accepted: AcceptedFiles): FileChoice {
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
