import type {
  Original,
  OriginalQuery,
  OwnerOriginals,
  Passage,
  PassageBody,
} from '../../../../shared/api/originals.ts';
import { AppError, UserError } from '../../../../shared/errors/errors.ts';
import { codeOf } from '../../../../shared/errors/system-errors.ts';
import { originalKindOf } from '../../../../shared/text/original-kind.ts';
import { findInLoaderFolder, type LoaderNode } from '../../nodes/documentloaders/find-in-loader-folder.ts';
import { fillInputs, type ValueSource } from '../../pipeline/compile/fill-inputs.ts';
import type { OriginalReader } from '../../pipeline/original/original-reader.ts';
import type { OriginalLoader, OriginalTotals } from '../../storage/repositories/original-repository.ts';
import type { Libraries } from '../libraries/libraries.ts';
import type { Library } from '../libraries/library.ts';
import { type FilePart, openFilePart } from '../originals/file-part.ts';
import { describeLoader, type OriginalService } from '../originals/original-service.ts';

export interface FindOriginalDeps {
  readonly originals: Pick<OriginalService, 'find' | 'pathOf' | 'isKeeping'>;
  readonly libraries: Pick<Libraries, 'find'>;
  readonly values: ValueSource;
  /** Of the loaders: it names where the app's own data lies, which nobody may read. */
  readonly cacheFolder: string;
}

/** An original on this machine. */
interface FoundFile {
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

/** A missing folder or file means no original; other failures are reported. */
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

function keptFile(
  { originals }: FindOriginalDeps,
  { id, files }: Library,
  { source, docId }: OriginalQuery,
): FoundFile | undefined {
  if (files !== undefined) {
    const file = files.find(source, docId);
    if (file === undefined) return undefined;
    const { path, sizeBytes, keptDate, loader } = file;
    const message = `Kept with its loader since ${dateWords(keptDate)}.`;
    return { place: 'kept', path, sizeBytes, loader: describeLoader(loader), message };
  }
  const original = originals.find(id, source);
  if (original === undefined) return undefined;
  const { loader, sizeBytes, keptDate } = original;
  const message = `Kept when it was uploaded on ${dateWords(keptDate)}.`;
  return { place: 'kept', path: originals.pathOf(original), sizeBytes, loader, message };
}

/**
 * The file that a source of a library was read from, if it lies on this machine: a stored upload, or a file of a folder that the library's loaders
 * read. No other path is ever opened.
 */
async function findFile(
  deps: FindOriginalDeps,
  library: Library,
  query: OriginalQuery,
): Promise<FoundFile | undefined> {
  const kept = keptFile(deps, library, query);
  if (kept !== undefined) return kept;
  const scope = { ...deps.values, flow: library.variables };
  const nodes = library.nodes().map((node) => ({ name: node.definition.name, ...fillInputs(node, scope) }));
  return inFolders(nodes, query.source, deps.cacheFolder);
}

function isWebAddress(source: string): boolean {
  return /^https?:\/\/[^\s]+$/i.test(source);
}

function whyNone({ originals }: FindOriginalDeps, { id, files }: Library, source: string): string {
  if (files === undefined && !originals.isKeeping(id)) {
    return 'This flow does not keep the originals of its uploads: turn that on in the flow’s settings, then upsert the file again.';
  }
  return `No original of “${source}” is kept: it was stored before originals were kept, or comes from a place that Tributary can't read again. Upsert the file once more to see it here.`;
}

/** Says where the original of a source lies, and how it can be shown. @throws UserError CHATFLOW_NOT_FOUND */
async function describeOriginal(deps: FindOriginalDeps, id: string, query: OriginalQuery): Promise<Original> {
  const { source } = query;
  const library = deps.libraries.find(id);
  const file = await findFile(deps, library, query);
  const base = { source, kind: originalKindOf(source), url: null, path: null, sizeBytes: null };
  if (file !== undefined) {
    const { place, sizeBytes, message } = file;
    return { ...base, place, sizeBytes, message, path: place === 'folder' ? file.path : null };
  }
  if (isWebAddress(source)) {
    return { ...base, place: 'web', url: source, message: `The original lies at ${source}.` };
  }
  return { ...base, place: 'none', message: whyNone(deps, library, source) };
}

function goneOriginal(source: string): UserError {
  const message = `The original of “${source}” is not in the data folder any more: upsert the file again to have it back.`;
  return new UserError('ORIGINAL_NOT_FOUND', message);
}

/** {@link findFile} for whoever needs the file. @throws UserError ORIGINAL_NOT_FOUND (404) saying where it lies instead */
async function requireFile(deps: FindOriginalDeps, id: string, query: OriginalQuery): Promise<FoundFile> {
  const file = await findFile(deps, deps.libraries.find(id), query);
  if (file !== undefined) return file;
  const { message, url } = await describeOriginal(deps, id, query);
  throw new UserError('ORIGINAL_NOT_FOUND', message, { details: { source: query.source, url } });
}

export interface OriginalsApiDeps extends FindOriginalDeps {
  readonly originals: Pick<
    OriginalService,
    'find' | 'pathOf' | 'isKeeping' | 'setKeeping' | 'totals' | 'totalsOf' | 'forget'
  >;
  readonly reader: Pick<OriginalReader, 'find'>;
  /** Aborted when the server stops. */
  readonly closing: AbortSignal;
}

function ownOriginals(deps: OriginalsApiDeps, id: string): OwnerOriginals {
  const { files } = deps.libraries.find(id);
  if (files !== undefined) return { keepsOriginals: true, isFixed: true, ...files.totals() };
  return { keepsOriginals: deps.originals.isKeeping(id), isFixed: false, ...deps.originals.totalsOf(id) };
}

/** The originals of libraries, for callers of the API. */
export function createOriginalsApi(deps: OriginalsApiDeps) {
  return {
    totals: (): OriginalTotals => deps.originals.totals(),
    /** @throws UserError CHATFLOW_NOT_FOUND */
    of: (id: string): OwnerOriginals => ownOriginals(deps, id),

    /** @throws UserError CHATFLOW_NOT_FOUND, INVALID_INPUT for a document store that is to store nothing */
    async setKeeping(id: string, isKeeping: boolean): Promise<OwnerOriginals> {
      if (deps.libraries.find(id).files === undefined) await deps.originals.setKeeping(id, isKeeping, deps.closing);
      else if (!isKeeping) {
        throw new UserError(
          'INVALID_INPUT',
          'A document store keeps its uploads, since its loaders read them again: delete a loader to have its files deleted.',
        );
      }
      return ownOriginals(deps, id);
    },

    /** @throws UserError CHATFLOW_NOT_FOUND */
    describe: (id: string, query: OriginalQuery): Promise<Original> => describeOriginal(deps, id, query),

    /**
     * Where a chunk is in its original.
     * @throws UserError CHATFLOW_NOT_FOUND, ORIGINAL_NOT_FOUND; what the reader says of the file
     */
    async findPassage(id: string, { source, text, part, metadata = {}, ...body }: PassageBody): Promise<Passage> {
      const docId = body.docId ?? (typeof metadata.docId === 'string' ? metadata.docId : undefined);
      const { path, sizeBytes, loader } = await requireFile(deps, id, { source, docId });
      return deps.reader.find({ file: { name: source, path, sizeBytes }, loader, text, part, metadata });
    },

    /** @throws UserError CHATFLOW_NOT_FOUND, ORIGINAL_NOT_FOUND, RANGE_NOT_SATISFIABLE */
    async open(id: string, query: OriginalQuery, range: string | undefined): Promise<FilePart> {
      const { path } = await requireFile(deps, id, query);
      return openFilePart(path, query.source, range, () => goneOriginal(query.source));
    },
  };
}

export type OriginalsApi = ReturnType<typeof createOriginalsApi>;
