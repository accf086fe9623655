import { useQuery } from '@tanstack/react-query';
import type { CrashReport, LogTail } from '../../shared/ipc/log-tail.ts';
import { queryKeys } from './query-keys.ts';

/** The page follows the log, in ms. */
const LOOK_AGAIN_MS = 2_000;

const NO_LOG: LogTail = { lines: [], isCut: false };
const NO_REPORTS: readonly CrashReport[] = [];

/** The end of the server's log, followed while it is shown; in a browser it is empty. */
export function useLog() {
  return useQuery({
    queryKey: queryKeys.log,
    queryFn: async () => (await window.tributary?.readLog()) ?? NO_LOG,
    refetchOnMount: 'always',
    refetchInterval: LOOK_AGAIN_MS,
  });
}

/** What is known of crashes, the newest first; in a browser nothing. */
export function useCrashReports() {
  return useQuery({
    queryKey: queryKeys.crashReports,
    queryFn: async () => (await window.tributary?.readCrashReports()) ?? NO_REPORTS,
    refetchOnMount: 'always',
  });
}
