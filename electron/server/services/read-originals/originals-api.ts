import type {
  Original,
  OriginalQuery,
  OwnerOriginals,
  Passage,
  PassageBody,
} from '../../../../shared/api/originals.ts';
import { UserError } from '../../../../shared/errors/errors.ts';
import type { OriginalReader } from '../../pipeline/original/original-reader.ts';
import type { OriginalTotals } from '../../storage/repositories/original-repository.ts';
import type { OriginalService } from '../originals/original-service.ts';
import { describeOriginal, type FindOriginalDeps, isStoreId, requireFile, storeTotals } from './find-original.ts';
import { type FilePart, openOriginal } from './serve-original.ts';

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
  if (isStoreId(deps, id)) return { keepsOriginals: true, isFixed: true, ...storeTotals(deps, id) };
  return { keepsOriginals: deps.originals.isKeeping(id), isFixed: false, ...deps.originals.totalsOf(id) };
}

/** The originals of flows and document stores, as callers of the API ask for them. */
export function createOriginalsApi(deps: OriginalsApiDeps) {
  return {
    totals: (): OriginalTotals => deps.originals.totals(),
    /** @throws UserError CHATFLOW_NOT_FOUND */
    of: (id: string): OwnerOriginals => ownOriginals(deps, id),

    /** @throws UserError CHATFLOW_NOT_FOUND, INVALID_INPUT for a document store that is to keep nothing */
    async setKeeping(id: string, isKeeping: boolean): Promise<OwnerOriginals> {
      if (!isStoreId(deps, id)) await deps.originals.setKeeping(id, isKeeping, deps.closing);
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
    async findPassage(id: string, { source, docId, text, metadata = {} }: PassageBody): Promise<Passage> {
      const { path, sizeBytes, loader } = await requireFile(deps, id, { source, docId });
      return deps.reader.find({ file: { name: source, path, sizeBytes }, loader, text, metadata });
    },

    /** @throws UserError CHATFLOW_NOT_FOUND, ORIGINAL_NOT_FOUND, RANGE_NOT_SATISFIABLE */
    async open(id: string, query: OriginalQuery, range: string | undefined): Promise<FilePart> {
      return openOriginal(await requireFile(deps, id, query), query.source, range);
    },
  };
}

export type OriginalsApi = ReturnType<typeof createOriginalsApi>;
