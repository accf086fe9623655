import { z } from 'zod';
import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';
import type { NodeDefinition } from '../../shared/nodes/define-node.ts';
import { findNodeDefinition } from '../../shared/nodes/registry.ts';

interface StoredNodeNames {
  /** Names of kinds of node, the first to be shown first. */
  readonly names: readonly string[];
}

const StoredSchema = z.object({ names: z.array(z.string()).catch([]) }).catch({ names: [] });

/** A list of kinds of node that this browser keeps. */
export function createStoredNodeNames(storageKey: string) {
  return create<StoredNodeNames>()(
    persist((): StoredNodeNames => ({ names: [] }), {
      name: storageKey,
      storage: createJSONStorage(() => localStorage),
      merge: (kept) => StoredSchema.parse(kept),
    }),
  );
}

/** Their definitions, without those that are gone since. */
export function definitionsOf(names: readonly string[]): readonly NodeDefinition[] {
  return names.flatMap((name) => findNodeDefinition(name) ?? []);
}
