import { z } from 'zod';
import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';
import { RECENT_FLOWS } from '../../shared/ipc/page-facts.ts';

interface RecentFlows {
  /** Ids of the flows that were open last, the newest first. */
  readonly ids: readonly string[];
}

const StoredSchema = z.object({ ids: z.array(z.string()).max(RECENT_FLOWS).catch([]) }).catch({ ids: [] });

export const useRecentFlows = create<RecentFlows>()(
  persist((): RecentFlows => ({ ids: [] }), {
    name: 'tributary.recent-flows',
    storage: createJSONStorage(() => localStorage),
    merge: (kept) => StoredSchema.parse(kept),
  }),
);

/** Notes that a flow was opened. */
export function rememberFlow(id: string): void {
  useRecentFlows.setState(({ ids }) => ({ ids: [id, ...ids.filter((each) => each !== id)].slice(0, RECENT_FLOWS) }));
}
