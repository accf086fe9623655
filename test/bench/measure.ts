import { readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

/** Wall seconds of `work`, and what it gave. */
export async function timed<T>(work: () => Promise<T>): Promise<{ readonly seconds: number; readonly value: T }> {
  const start = performance.now();
  const value = await work();
  return { seconds: (performance.now() - start) / 1000, value };
}

function statusValue(pid: number, key: string): number {
  const line = new RegExp(`^${key}:\\s+(\\d+) kB$`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Number(line?.[1] ?? Number.NaN) / 1024;
}

/** Resident memory of a process now, MB. Linux only. */
export function residentMb(pid: number): number {
  return statusValue(pid, 'VmRSS');
}

/** Calls `probe` again and again until stopped; the longest and the median answer, ms. */
export function startProbe(probe: () => Promise<unknown>, intervalMs: number) {
  const times: number[] = [];
  let isStopped = false;
  async function go(): Promise<void> {
    while (!isStopped) {
      const { seconds } = await timed(probe);
      times.push(seconds * 1000);
      await new Promise((resolve) => setTimeout(resolve, intervalMs));
    }
  }
  const running = go();
  return {
    async stop() {
      isStopped = true;
      await running;
      return { maxMs: Math.max(...times), medianMs: median(times), count: times.length };
    },
  };
}
