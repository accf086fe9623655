import { useEffect } from 'react';
import { messageOf } from '../api/client.ts';
import type { Arrival } from '../forms/page-files.ts';
import { useWindowDrop } from '../forms/use-window-drop.ts';
import { showErrorToast } from '../ui/feedback/toast.tsx';

function showFailure(error: unknown): void {
  showErrorToast(messageOf(error));
}

function beginWith(arrival: Arrival): void {
  import('./take-arrivals.ts').then((arrivals) => arrivals.beginWith(arrival)).catch(showFailure);
}

async function takeOpened(): Promise<void> {
  const items = (await window.tributary?.takeOpened()) ?? [];
  if (items.length === 0) return;
  const arrivals = await import('./take-arrivals.ts');
  await arrivals.takeOpened(items);
}

/** Takes what is dropped on the window, and in the app what is opened with it, before it was shown too. */
export function useArrivals(): void {
  useWindowDrop(beginWith);
  useEffect(() => {
    const take = () => void takeOpened().catch(showFailure);
    take();
    return window.tributary?.onOpened(take);
  }, []);
}
