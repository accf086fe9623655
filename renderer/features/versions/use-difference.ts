import { useDeferredValue, useMemo } from 'react';
import { useFlowVersion } from '../../api/flow-versions.ts';
import { type FlowDifference, findDifference } from '../../editor/difference/flow-difference.ts';
import type { FlowContent } from '../../editor/flow-content.ts';
import { currentContent, useFlowStore } from '../../stores/flow/flow-store.ts';
import { contentOfVersion } from '../../stores/flow/restore-version.ts';

/** One side of a comparison: the open flow, or a version by its id. */
export type Side = { readonly kind: 'present' } | { readonly kind: 'version'; readonly id: string };

interface Found {
  readonly difference: FlowDifference | undefined;
  readonly error: Error | null;
}

/** What a side holds; undefined while it is loaded. */
function useContent(chatflowId: string, side: Side, isWanted: boolean) {
  // An edit is drawn before it is compared.
  const present = useDeferredValue(useFlowStore((state) => state.history.present));
  const query = useFlowVersion(chatflowId, isWanted && side.kind === 'version' ? side.id : undefined);
  const { data } = query;
  const ofVersion = useMemo((): FlowContent | Error | undefined => {
    if (data === undefined) return undefined;
    try {
      return contentOfVersion(data, currentContent());
    } catch (error) {
      return error instanceof Error ? error : new Error(String(error));
    }
  }, [data]);
  if (side.kind === 'present') return { content: present, error: null };
  if (ofVersion instanceof Error) return { content: undefined, error: ofVersion };
  return { content: ofVersion, error: query.error };
}

/** What turns one side into the other; nothing is loaded until it is wanted. */
export function useDifference(chatflowId: string, before: Side, after: Side, isWanted = true): Found {
  const from = useContent(chatflowId, before, isWanted);
  const to = useContent(chatflowId, after, isWanted);
  const difference = useMemo(
    () =>
      !isWanted || from.content === undefined || to.content === undefined
        ? undefined
        : findDifference(from.content, to.content),
    [isWanted, from.content, to.content],
  );
  return { difference, error: from.error ?? to.error };
}
