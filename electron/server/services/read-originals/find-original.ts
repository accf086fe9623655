import type { Original, OriginalQuery } from '../../../../shared/api/originals.ts';
import { AppError, UserError } from '../../../../shared/errors/errors.ts';
import { codeOf } from '../../../../shared/errors/system-errors.ts';
import { parseFlowDocument } from '../../../../shared/flow/flow-document.ts';
import { originalKindOf } from '../../../../shared/text/original-kind.ts';
import { findInLoaderFolder, type LoaderNode } from '../../nodes/documentloaders/find-in-loader-folder.ts';
import { type FillScope, fillFlow, fillInputs, flowVariables } from '../../pipeline/compile/fill-inputs.ts';
import type { OriginalLoader } from '../../storage/repositories/original-repository.ts';
import type { ChatflowService } from '../chatflow-service.ts';
import { plannedPart } from '../libraries/parts.ts';
import type { StoreAccess } from '../libraries/store-access.ts';
import { describeLoader, type OriginalService } from '../originals/original-service.ts';

export interface FindOriginalDeps {
  readonly originals: Pick<OriginalService, 'find' | 'pathOf' | 'isKeeping'>;
  readonly chatflows: Pick<ChatflowService, 'find'>;
  readonly stores: Pick<StoreAccess, 'stores' | 'loaders' | 'files'>;
  readonly values: Omit<FillScope, 'flow'>;
  /** Of the loaders: it tells where the app's own data lies, which nobody reads. */
  readonly cacheFolder: string;
}

/** An original on this machine. */
export interface FoundFile {
  readonly place: 'kept' | 'folder';
  readonly path: string;
  readonly sizeBytes: number;
  /** What its chunks were read with. */
  readonly loader: OriginalLoader;
  readonly message: string;
}

function dateWords(date: string): string {
  return new Date(date).toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric' });
}

function nodesOfFlow({ chatflows, values }: FindOriginalDeps, id: string): LoaderNode[] {
  const chatflow = chatflows.find(id);
  const { flow } = fillFlow(parseFlowDocument(chatflow.flowData), { ...values, flow: flowVariables(chatflow) });
  return flow.nodes.map(({ data: { name, inputs } }) => ({ name, inputs }));
}

function nodesOfStore({ stores, values }: FindOriginalDeps, id: string): LoaderNode[] {
  return stores.loaders.list(id).map(({ loader }) => {
    const { inputs } = fillInputs(plannedPart('loader', loader), { ...values, flow: {} });
    return { name: loader.name, inputs };
  });
}

/** A folder that is away, or a file that is gone, is no original; what else goes wrong is told. */
function isAway(error: unknown): boolean {
  return error instanceof AppError || ['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM'].includes(codeOf(error));
}

async function inFolders(
  nodes: readonly LoaderNode[],
  source: string,
  cacheFolder: string,
): Promise<FoundFile | undefined> {
  for (const node of nodes) {
    try {
      const found = await findInLoaderFolder(node, source, cacheFolder);
      if (found !== undefined) return { ...found, place: 'folder', message: `Lies at ${found.path}.` };
    } catch (error) {
      if (!isAway(error)) throw error;
    }
  }
  return undefined;
}

function keptByStore({ stores }: FindOriginalDeps, id: string, query: OriginalQuery): FoundFile | undefined {
  const { source, docId } = query;
  for (const loader of stores.loaders.list(id)) {
    if (docId !== undefined && loader.id !== docId) continue;
    const file = loader.files.find(({ name }) => name === source);
    const [opened] = file === undefined ? [] : stores.files.open(loader, [file]);
    if (file === undefined || opened === undefined) continue;
    const planned = { ...plannedPart('loader', loader.loader), splitter: undefined };
    const { path, sizeBytes } = opened;
    const message = `Kept with its loader since ${dateWords(file.uploaded)}.`;
    return { place: 'kept', path, sizeBytes, loader: describeLoader(planned), message };
  }
  return undefined;
}

function keptByFlow({ originals }: FindOriginalDeps, id: string, source: string): FoundFile | undefined {
  const original = originals.find(id, source);
  if (original === undefined) return undefined;
  const { loader, sizeBytes, keptDate } = original;
  const message = `Kept when it was uploaded on ${dateWords(keptDate)}.`;
  return { place: 'kept', path: originals.pathOf(original), sizeBytes, loader, message };
}

/** Whether an id is that of a document store. @throws UserError CHATFLOW_NOT_FOUND if it is that of nothing */
export function isStoreId({ stores, chatflows }: Pick<FindOriginalDeps, 'stores' | 'chatflows'>, id: string): boolean {
  if (stores.stores.find(id) !== undefined) return true;
  chatflows.find(id);
  return false;
}

/**
 * The file that a source of a flow or document store was read from, if it lies on this machine: an upload that was kept, or a file of a folder that the
 * owner's loaders read. No other path is ever opened.
 * @throws UserError CHATFLOW_NOT_FOUND
 */
async function findFile(deps: FindOriginalDeps, id: string, query: OriginalQuery): Promise<FoundFile | undefined> {
  const isStore = isStoreId(deps, id);
  const kept = isStore ? keptByStore(deps, id, query) : keptByFlow(deps, id, query.source);
  if (kept !== undefined) return kept;
  return inFolders(isStore ? nodesOfStore(deps, id) : nodesOfFlow(deps, id), query.source, deps.cacheFolder);
}

function isWebAddress(source: string): boolean {
  return /^https?:\/\/[^\s]+$/i.test(source);
}

function whyNone({ originals }: FindOriginalDeps, id: string, isStore: boolean, source: string): string {
  if (!isStore && !originals.isKeeping(id)) {
    return 'This flow does not keep the originals of its uploads: turn that on in the flow’s settings, then upsert the file again.';
  }
  return `No original of “${source}” is kept: it was stored before originals were kept, or comes from a place that Tributary can't read again. Upsert the file once more to see it here.`;
}

/** Says where the original of a source lies, and how it can be shown. @throws UserError CHATFLOW_NOT_FOUND */
export async function describeOriginal(deps: FindOriginalDeps, id: string, query: OriginalQuery): Promise<Original> {
  const { source } = query;
  const file = await findFile(deps, id, query);
  const base = { source, kind: originalKindOf(source), url: null, path: null, sizeBytes: null };
  if (file !== undefined) {
    const { place, sizeBytes, message } = file;
    return { ...base, place, sizeBytes, message, path: place === 'folder' ? file.path : null };
  }
  if (isWebAddress(source)) {
    return { ...base, place: 'web', url: source, message: `The original lies at ${source}.` };
  }
  return { ...base, place: 'none', message: whyNone(deps, id, isStoreId(deps, id), source) };
}

/** {@link findFile} for whoever needs the file. @throws UserError ORIGINAL_NOT_FOUND (404) saying where it lies instead */
export async function requireFile(deps: FindOriginalDeps, id: string, query: OriginalQuery): Promise<FoundFile> {
  const file = await findFile(deps, id, query);
  if (file !== undefined) return file;
  const { message, url } = await describeOriginal(deps, id, query);
  throw new UserError('ORIGINAL_NOT_FOUND', message, { details: { source: query.source, url } });
}

/** What the files that a document store's loaders keep take. */
export function storeTotals({ stores }: Pick<FindOriginalDeps, 'stores'>, id: string) {
  const files = stores.loaders.list(id).flatMap((loader) => loader.files);
  return { files: files.length, sizeBytes: files.reduce((sum, { size }) => sum + size, 0) };
}
