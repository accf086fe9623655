import { z } from 'zod';

/** Kinds of rows that calls refer to by id. */
export type IdKind =
  | 'chatflows'
  | 'stores'
  | 'loaders'
  | 'chunks'
  | 'tools'
  | 'variables'
  | 'assistants'
  | 'feedback'
  | 'apikey'
  | 'credentials'
  | 'runs';

/** So few that two ids of a call often belong together. */
const MOST_OF_A_KIND = 4;

const RowSchema = z.looseObject({ id: z.uuid() });
const ResultSchema = z.looseObject({
  docId: z.uuid().optional(),
  runId: z.uuid().optional(),
  storeId: z.uuid().optional(),
});
const ChunkPageSchema = z.looseObject({ chunks: z.array(RowSchema) });
const ROW_KINDS: readonly IdKind[] = [
  'chatflows',
  'tools',
  'variables',
  'assistants',
  'feedback',
  'apikey',
  'credentials',
];

/** The kind that a path placeholder refers to; undefined if it is not an id. */
export function kindOfParam(path: string, name: string): IdKind | undefined {
  const group = path.split('/')[3] ?? '';
  if (name === 'loaderId') return 'loaders';
  if (name === 'chunkId') return 'chunks';
  if (name === 'chatflowId' || group === 'vector' || path.startsWith('/api/v1/flow-config')) return 'chatflows';
  if (group === 'document-store') return 'stores';
  if (group === 'runs') return 'runs';
  return ROW_KINDS.find((kind) => kind === group);
}

/** Names of fields that hold ids. */
export const KIND_OF_FIELD: Readonly<Record<string, IdKind>> = {
  chatflowid: 'chatflows',
  chatflowId: 'chatflows',
  storeId: 'stores',
  docId: 'loaders',
  id: 'loaders',
  apikeyid: 'apikey',
  credential: 'credentials',
};

/** Placeholder in a draft for an id that is known only after other calls. */
export function placeholder(kind: IdKind, index: number): string {
  return `known-${kind}-${index}.`;
}

const PLACEHOLDER = /known-([a-z]+)-(\d+)\./g;

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Not all answers are JSON: /ping is not.
    return undefined;
  }
}

/** Known ids, collected from the server's answers. */
export function createIdPool() {
  const ids = new Map<string, string[]>();

  function add(kind: IdKind, id: string | undefined): void {
    if (id === undefined) return;
    const known = ids.get(kind) ?? [];
    if (!known.includes(id)) ids.set(kind, [id, ...known].slice(0, MOST_OF_A_KIND));
  }

  return {
    add,

    /** Collects ids from a successful call. */
    learn({ method, path }: { readonly method: string; readonly path: string }, text: string): void {
      if (method === 'DELETE' && !path.includes('/vectorstore/')) {
        const gone = path.split(/[/?]/).findLast((part) => /^[0-9a-f-]{36}$/.test(part));
        for (const [kind, known] of ids)
          ids.set(
            kind,
            known.filter((id) => id !== gone),
          );
        return;
      }
      const answer = parseJson(text);
      const group = path.split(/[/?]/)[3] ?? '';
      const row = RowSchema.safeParse(answer).data;
      const kind = group === 'document-store' ? 'stores' : ROW_KINDS.find((candidate) => candidate === group);
      if (kind !== undefined && !path.includes('/loader/')) add(kind, row?.id);
      const result = ResultSchema.safeParse(answer).data;
      add('loaders', result?.docId);
      add('runs', result?.runId);
      add('stores', result?.storeId);
      for (const chunk of ChunkPageSchema.safeParse(answer).data?.chunks.slice(0, 2) ?? []) add('chunks', chunk.id);
    },

    /** Replaces placeholders with ids; a placeholder without a known id stays. */
    fill(text: string): string {
      return text.replaceAll(PLACEHOLDER, (whole, kind: string, index: string) => {
        const known = ids.get(kind) ?? [];
        return known[Number(index) % Math.max(1, known.length)] ?? whole;
      });
    },
  };
}

export type IdPool = ReturnType<typeof createIdPool>;
