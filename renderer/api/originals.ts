import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { AnswerOf } from '../../shared/operations/operations.ts';
import { api } from './client.ts';
import { queryKeys } from './query-keys.ts';

export type Original = AnswerOf<'describeOriginal'>;
export type Passage = AnswerOf<'findPassage'>;

/** A source of a flow or document store. */
export interface SourceOf {
  readonly ownerId: string;
  /** `source` in the metadata of its chunks. */
  readonly source: string;
  /** Of a document store: the loader. */
  readonly docId?: string | undefined;
}

/** What is to be marked in an original. */
export interface ShownChunk {
  readonly text: string;
  /** What of the text is to be marked; undefined: all of it. */
  readonly part?: { readonly start: number; readonly end: number } | undefined;
  readonly metadata: Readonly<Record<string, unknown>>;
}

function queryOf({ source, docId }: SourceOf) {
  return { source, ...(docId === undefined ? {} : { docId }) };
}

/** Where the original of a source lies, and how it can be shown. */
export function useOriginal(of: SourceOf) {
  return useQuery({
    queryKey: queryKeys.original(of),
    queryFn: ({ signal }) => api.call('describeOriginal', { params: { id: of.ownerId }, query: queryOf(of), signal }),
  });
}

/** Where a chunk is in its original; without a chunk the beginning of it. The last answer stays until there is another. */
export function usePassage(of: SourceOf, chunk: ShownChunk | undefined) {
  return useQuery({
    queryKey: queryKeys.passage(of, chunk),
    queryFn: ({ signal }) => {
      const body = { ...queryOf(of), text: chunk?.text ?? '', part: chunk?.part, metadata: { ...chunk?.metadata } };
      return api.call('findPassage', { params: { id: of.ownerId }, body, signal });
    },
    placeholderData: keepPreviousData,
    // The file may be another one by now.
    staleTime: 0,
  });
}

/** Bytes of an original; `end` is the first that is not wanted any more. */
export async function readOriginalPart(
  of: SourceOf,
  begin: number,
  end: number,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const headers = { range: `bytes=${begin}-${end - 1}` };
  const answer = await api.open('getOriginalFile', { params: { id: of.ownerId }, query: queryOf(of), headers, signal });
  return new Uint8Array(await answer.arrayBuffer());
}

/** All of an original, with its name. */
export async function fetchOriginal(of: SourceOf): Promise<{ readonly name: string; readonly content: Blob }> {
  const answer = await api.open('getOriginalFile', { params: { id: of.ownerId }, query: queryOf(of) });
  return { name: of.source.split(/[/\\]/).at(-1) ?? of.source, content: await answer.blob() };
}

/** Whether a flow keeps the originals of its uploads, and what they take. */
export function useOwnerOriginals(ownerId: string) {
  return useQuery({
    queryKey: queryKeys.ownerOriginals(ownerId),
    queryFn: ({ signal }) => api.call('getOriginals', { params: { id: ownerId }, signal }),
  });
}

/** Has a flow keep the originals of its uploads, or delete those that it has. */
export function useSetOriginals(ownerId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (keepsOriginals: boolean) =>
      api.call('setOriginals', { params: { id: ownerId }, body: { keepsOriginals } }),
    onSuccess: async () => {
      const [, passage] = queryKeys.passages;
      // Those of an original that has gone would be requested in vain: they wait until one is shown again.
      await client.invalidateQueries({ queryKey: queryKeys.passages, refetchType: 'none' });
      await client.invalidateQueries({
        queryKey: queryKeys.originals,
        predicate: ({ queryKey: [, part] }) => part !== passage,
      });
    },
  });
}
