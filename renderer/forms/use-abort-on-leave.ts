import { useCallback, useEffect, useRef } from 'react';

/** Gives a signal for each call; a newer one ends the call before it, and leaving the component ends the last. */
export function useAbortOnLeave(): () => AbortSignal {
  const controller = useRef<AbortController>(undefined);
  useEffect(() => () => controller.current?.abort(), []);
  return useCallback(() => {
    controller.current?.abort();
    controller.current = new AbortController();
    return controller.current.signal;
  }, []);
}
