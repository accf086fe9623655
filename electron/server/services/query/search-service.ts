import type { Overview } from '../../../../shared/api/overview.ts';
import { SEARCH_TOP_K, type SearchBody, type SearchOwner, type SearchResult } from '../../../../shared/api/search.ts';
import type { QueryDoc } from '../../../../shared/api/vector.ts';
import { clientError } from '../../../../shared/errors/client-error.ts';
import { AppError, OperationalError } from '../../../../shared/errors/errors.ts';
import type { RetrieverQuery } from '../../core/retriever.ts';
import type { Libraries } from '../libraries/libraries.ts';
import type { QueryService } from './query-service.ts';
import { millisecondsSince } from './query-service.ts';

/** Owners that are queried at once: each may open a model and a store. */
const AT_ONCE = 4;
/** A service that does not answer keeps nobody waiting longer than a model of this machine takes to be loaded. */
const OWNER_LIMIT_MS = 20_000;

export interface SearchServiceOptions {
  readonly libraries: Pick<Libraries, 'find'>;
  readonly overview: {
    list(hidden: ReadonlySet<string>): Promise<readonly Pick<Overview, 'ownerId' | 'chunks' | 'keepsElsewhere'>[]>;
  };
  readonly queries: Pick<QueryService, 'queryLibrary'>;
  /** Milliseconds that only grow. */
  readonly clock: () => number;
  /** How long one of them may take, in ms: 20 s. */
  readonly ownerLimitMs?: number;
}

export interface SearchCall {
  /** Owners that the call may not see. */
  readonly hidden: ReadonlySet<string>;
  readonly signal: AbortSignal;
  /** Counts the call to an owner. @throws UserError RATE_LIMITED */
  admit(ownerId: string): void;
}

/** An owner, ready for queries. */
interface QueryTarget {
  readonly owner: SearchOwner;
  query(query: RetrieverQuery): Promise<{ readonly docs: readonly QueryDoc[] }>;
}

function tooSlow(ownerLimitMs: number, cause: unknown): OperationalError {
  return new OperationalError(
    'SERVICE_TIMEOUT',
    `It did not answer within ${ownerLimitMs / 1000} s: ask it by itself to see what it waits for.`,
    { cause },
  );
}

/** Answers one question from several flows and document stores, with one ranking. */
export function createSearchService(deps: SearchServiceOptions) {
  const { ownerLimitMs = OWNER_LIMIT_MS } = deps;

  /** @throws UserError CHATFLOW_NOT_FOUND */
  function openOwner(id: string, { signal, admit }: SearchCall): QueryTarget {
    const library = deps.libraries.find(id);
    const { kind, name } = library;
    return {
      owner: { id, kind, name },
      async query(query) {
        admit(id);
        const limit = AbortSignal.timeout(ownerLimitMs);
        try {
          return await deps.queries.queryLibrary(library, query, AbortSignal.any([signal, limit]));
        } catch (error) {
          if (signal.aborted || !limit.aborted) throw error;
          throw tooSlow(ownerLimitMs, error);
        }
      },
    };
  }

  /** Those that have something stored here or in a remote store. */
  async function ownersWithContent(hidden: ReadonlySet<string>): Promise<string[]> {
    const all = await deps.overview.list(hidden);
    return all.flatMap(({ ownerId, chunks, keepsElsewhere }) => (chunks > 0 || keepsElsewhere ? [ownerId] : []));
  }

  return {
    /**
     * @throws UserError CHATFLOW_NOT_FOUND for an owner that is named and not there; the signal's reason. What an owner alone can't answer is in the result.
     */
    async search({ owners, topK = SEARCH_TOP_K, ...query }: SearchBody, call: SearchCall): Promise<SearchResult> {
      const start = deps.clock();
      const ids = new Set(owners ?? (await ownersWithContent(call.hidden)));
      const targets = [...ids].map((id) => openOwner(id, call));
      const answers = targets.map((): SearchResult['docs'] => []);
      const unanswered: SearchResult['unanswered'] = [];
      const waiting = targets.entries();
      const queryNext = async () => {
        for (const [at, { owner, query: queryOwner }] of waiting) {
          try {
            const { docs } = await queryOwner({ ...query, topK });
            answers[at] = docs.map((doc) => ({ ...doc, owner }));
          } catch (error) {
            if (call.signal.aborted || !(error instanceof AppError)) throw error;
            const { code, message } = clientError(error);
            unanswered.push({ ...owner, code, message });
          }
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, queryNext));
      const ranked = answers.flat().toSorted((a, b) => b.relevance - a.relevance);
      // Flows that name the same collection find the same passage.
      const docs = [...new Map(ranked.toReversed().map((doc) => [doc.id, doc])).values()].toReversed().slice(0, topK);
      return { timeTaken: millisecondsSince(start, deps.clock), docs, unanswered };
    },
  };
}

export type SearchService = ReturnType<typeof createSearchService>;
