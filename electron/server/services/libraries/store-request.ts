import type { PartChange, StorePart } from '../../../../shared/api/document-store-parts.ts';
import type { StoreUpsertBody } from '../../../../shared/api/document-store-upserts.ts';
import { type AppError, fromErrorData, toErrorData, UserError } from '../../../../shared/errors/errors.ts';
import { acceptsAnyName, acceptsFile } from '../../../../shared/nodes/accepts-file.ts';
import { savableKindOf } from '../../../../shared/nodes/unread-kinds.ts';
import type { FileChanges } from '../../core/document-loader.ts';
import type { JobFile } from '../../core/load-job.ts';
import type { ValueSource } from '../../pipeline/compile/fill-inputs.ts';
import { kindNotRead } from '../../readers/errors/file-errors.ts';
import type { StoredLoader } from '../../storage/repositories/document-store-loader-repository.ts';
import type { StoredStore } from '../../storage/repositories/document-store-repository.ts';
import type { VectorParts } from '../../storage/repositories/vector-parts.ts';
import {
  checkPart,
  definitionOf,
  isSameParts,
  type LoaderSettings,
  overlayPart,
  overlayParts,
  planVectors,
  type VectorPlan,
} from './parts.ts';
import { findLoader, findStore, type StoreAccess } from './store-access.ts';

/** One loader to be loaded. */
export interface LoadRequest extends LoaderSettings {
  /** The loader that is loaded anew; undefined for one more loader. */
  readonly existing: StoredLoader | undefined;
  /** Files that replace the stored ones; undefined: those stay. */
  readonly uploads: readonly JobFile[] | undefined;
  /** Whether files that can't be read are left out and reported; else the first one ends the run. */
  readonly skipFailedFiles: boolean;
  /** What a loader of a folder is to look at; undefined: everything. */
  readonly changes?: FileChanges | undefined;
}

/** The request of an upsert. */
export interface UpsertCall {
  readonly storeId: string;
  readonly body: StoreUpsertBody;
  readonly uploads: readonly JobFile[];
  /** The id that the loader gets if the call makes one. */
  readonly newLoaderId: string;
  /** Where docId comes from when it is a loader of another store: it is copied then. */
  readonly template: StoredLoader | undefined;
  /** What the loader is to be synced with. */
  readonly changes?: FileChanges | undefined;
  /** Whether it syncs the loader with where it reads: sources that are gone from there go to the bin. */
  readonly isSync?: boolean | undefined;
}

/** What an upsert of a store does. */
export interface StorePreparation {
  readonly store: StoredStore;
  readonly parts: VectorParts;
  readonly plan: VectorPlan;
  readonly loads: readonly LoadRequest[];
  /** Loaders whose chunks are inserted into the vector store, beside those that are loaded. */
  readonly indexed: readonly StoredLoader[];
  /** The one loader that the call is about, if it is about one. */
  readonly docId: string | undefined;
}

const DEFAULT_LOADER: StorePart = { name: 'fileLoader', config: {} };
const DEFAULT_SPLITTER: StorePart = { name: 'recursiveCharacterTextSplitter', config: {} };

/** Settings without the files: those are stored as files. */
function withoutFiles(loader: StorePart): StorePart {
  const param = definitionOf('loader', loader).upload?.param;
  return {
    name: loader.name,
    config: Object.fromEntries(Object.entries(loader.config).filter(([name]) => name !== param)),
  };
}

/** Why a loader does not take a file of that name; undefined if it does. */
function refusalOf(definition: ReturnType<typeof definitionOf>, file: { readonly name: string }): AppError | undefined {
  if (acceptsFile(definition, file.name) || acceptsAnyName(definition)) return undefined;
  const accepted = definition.upload?.extensions ?? [];
  const unread = savableKindOf(file.name, accepted);
  if (unread !== undefined) {
    return fromErrorData({ ...toErrorData(kindNotRead(file, unread)), nodeId: 'loader' });
  }
  const taken = accepted.length === 0 ? 'takes no files' : `takes ${accepted.join(' ')}`;
  return new UserError(
    'UNSUPPORTED_FILE_TYPE',
    `${definition.label} does not take ${file.name}, it ${taken}: send such a file, or name another loader.`,
    {
      nodeId: 'loader',
      details: { part: 'loader', file: file.name, accepted },
    },
  );
}

/**
 * @throws UserError UNSUPPORTED_FILE_TYPE (415) listing what is taken, NO_FILES (422)
 */
export function checkFiles(loader: StorePart, files: readonly { readonly name: string }[]): void {
  const definition = definitionOf('loader', loader);
  for (const file of files) {
    const refusal = refusalOf(definition, file);
    if (refusal !== undefined) throw refusal;
  }
  if (files.length === 0 && definition.upload !== undefined) {
    throw new UserError('NO_FILES', `There is nothing to load: send files for ${definition.label} with the call.`, {
      nodeId: 'loader',
      details: { part: 'loader' },
    });
  }
}

/** The same, but files that the loader does not take get it said of them, unless it takes none of all. */
function markRefused(loader: StorePart, files: readonly JobFile[]): readonly JobFile[] {
  const definition = definitionOf('loader', loader);
  const marked = files.map((file) => {
    const refusal = refusalOf(definition, file);
    return refusal === undefined ? file : { ...file, problem: toErrorData(refusal) };
  });
  if (marked.every(({ problem }) => problem !== undefined)) checkFiles(loader, files);
  return marked;
}

export interface SettingsInput {
  readonly loaderName?: string | undefined;
  readonly loader?: PartChange | undefined;
  readonly splitter?: PartChange | null | undefined;
  readonly metadata?: Record<string, unknown> | undefined;
  /** Whether files come with the call: then a loader for any file does when none is named. */
  readonly hasFiles: boolean;
}

/**
 * The settings of a call over those of a loader, checked.
 * @throws UserError INVALID_INPUT (400) naming part and field; MISSING_INPUT (422) when nothing says which loader
 */
export function mergeSettings(
  base: StoredLoader | undefined,
  input: SettingsInput,
  values: ValueSource,
): LoaderSettings {
  const isDefault = base === undefined && input.loader?.name === undefined && input.hasFiles;
  const loader = overlayPart('loader', base?.loader ?? (isDefault ? DEFAULT_LOADER : null), input.loader);
  if (loader === null) {
    throw new UserError(
      'MISSING_INPUT',
      'Nothing says what to load: send "loader", or the id of a loader of the store as "docId", or files.',
      {
        nodeId: 'loader',
        details: { part: 'loader' },
      },
    );
  }
  const splitter = overlayPart('splitter', base?.splitter ?? (isDefault ? DEFAULT_SPLITTER : null), input.splitter);
  const config = input.metadata === undefined ? loader.config : { ...loader.config, metadata: input.metadata };
  const checked = withoutFiles(checkPart('loader', { name: loader.name, config }, values));
  const label = definitionOf('loader', checked).label;
  const keptName = base?.loader.name === checked.name ? base.loaderName : label;
  return {
    loaderName: input.loaderName ?? keptName,
    loader: checked,
    splitter: splitter === null ? null : checkPart('splitter', splitter, values),
  };
}

function bringsContent({ body, uploads }: UpsertCall): boolean {
  return uploads.length > 0 || body.loader !== undefined || body.splitter !== undefined || body.metadata !== undefined;
}

function requestOf(call: UpsertCall, base: StoredLoader | undefined, values: ValueSource): LoadRequest {
  const { body, uploads } = call;
  const hasUploads = uploads.length > 0;
  const settings = mergeSettings(base, { ...body, hasFiles: hasUploads }, values);
  const existing = body.replaceExisting === true && call.template === undefined ? base : undefined;
  const skipFailedFiles = body.skipFailedFiles === true;
  if (!hasUploads || !skipFailedFiles) checkFiles(settings.loader, hasUploads ? uploads : (existing?.files ?? []));
  const marked = hasUploads && skipFailedFiles ? markRefused(settings.loader, uploads) : uploads;
  return { ...settings, existing, uploads: hasUploads ? marked : undefined, skipFailedFiles, changes: call.changes };
}

/** A loader as it is, to be loaded anew. */
export function reloadOf(loader: StoredLoader, skipFailedFiles = false): LoadRequest {
  checkFiles(loader.loader, loader.files);
  return {
    loaderName: loader.loaderName,
    loader: loader.loader,
    splitter: loader.splitter,
    existing: loader,
    uploads: undefined,
    skipFailedFiles,
  };
}

/** What the call loads: its own content, or else what of the store is not loaded yet. */
function loadsOf(
  call: UpsertCall,
  base: StoredLoader | undefined,
  inScope: readonly StoredLoader[],
  values: ValueSource,
): readonly LoadRequest[] {
  const isCopy = call.template !== undefined;
  const reload = (loader: StoredLoader) => reloadOf(loader, call.body.skipFailedFiles);
  if (bringsContent(call) || isCopy || (call.body.replaceExisting === true && base !== undefined))
    return [requestOf(call, base, values)];
  // Chunks that were edited since are the ones to write: reading the source again would undo them.
  if (base !== undefined) return base.contentState === 'SYNC' && base.indexState === 'CHANGED' ? [] : [reload(base)];
  if (inScope.length === 0) mergeSettings(undefined, { hasFiles: false }, values);
  return inScope.filter((loader) => loader.contentState !== 'SYNC').map(reload);
}

/**
 * Works out what an upsert does, from the store as it is now. Changes nothing.
 * @throws UserError STORE_NOT_FOUND, LOADER_NOT_FOUND (404), INVALID_INPUT (400) and MISSING_INPUT (422) naming the part,
 *   UNSUPPORTED_FILE_TYPE (415), NO_FILES (422)
 */
export function prepareUpsert(deps: StoreAccess, call: UpsertCall): StorePreparation {
  const { body } = call;
  const store = findStore(deps, call.storeId);
  const own =
    body.docId === undefined || call.template !== undefined ? undefined : findLoader(deps, store.id, body.docId);
  const base = own ?? call.template;
  const parts = overlayParts(store, body);
  // First: what a call says wrong of them is not to hide behind what it does not say.
  const plan = planVectors(parts, deps.engine.values);
  const all = deps.loaders.list(store.id);
  const loads = loadsOf(call, base, own === undefined ? all : [own], deps.engine.values);
  // A call without content of its own checks every chunk; one with content only writes what is not there yet.
  const isWhole =
    !isSameParts(parts, store) ||
    plan.recordManager.inputs.cleanup === 'full' ||
    (own === undefined && !bringsContent(call));
  // A loader whose settings a call with content of its own takes over is neither read nor checked.
  const checked = bringsContent(call) ? undefined : own?.id;
  const loading = new Set(loads.map(({ existing }) => existing?.id));
  const indexed = all.filter(
    (loader) =>
      !loading.has(loader.id) &&
      loader.contentState !== 'NEW' &&
      (isWhole || loader.id === checked || loader.indexState !== 'CURRENT'),
  );
  const [first] = loads;
  const isNew = first !== undefined && first.existing === undefined;
  return { store, parts, plan, loads, indexed, docId: isNew ? call.newLoaderId : own?.id };
}
