import { useEffect, useRef } from 'react';
import type { PickedFile } from './picked-files.ts';

/** Files, or a folder by its path, that come from outside of the page: dropped on the window, or opened with the app. */
export type Arrival =
  | { readonly kind: 'files'; readonly files: readonly PickedFile[] }
  | { readonly kind: 'folder'; readonly path: string };

/** What a page does with what arrives while it is shown. */
export interface ArrivalTaker {
  readonly onFiles: (files: readonly PickedFile[]) => void | Promise<void>;
  /** Gets the path of a folder that comes by itself, where it is known; false: it is not taken so. */
  readonly onFolder?: (path: string) => boolean;
}

let shown: { readonly current: ArrivalTaker } | undefined;

/** By the address of the page that they are for. */
const waiting = new Map<string, Arrival>();

function give(taker: ArrivalTaker, arrival: Arrival): boolean {
  if (arrival.kind === 'folder') return taker.onFolder?.(arrival.path) ?? false;
  void taker.onFiles(arrival.files);
  return true;
}

/** Whether the page that is shown takes what arrives. */
export function pageTakesFiles(): boolean {
  return shown !== undefined;
}

/** Gives it to the page that is shown; false if that does not take it. */
export function giveToPage(arrival: Arrival): boolean {
  return shown !== undefined && give(shown.current, arrival);
}

/** Keeps it for the page of an address, "#/…", until that is shown. */
export function keepForPage(href: string, arrival: Arrival): void {
  waiting.set(href, arrival);
}

/** Lets the page that is shown take files and folders, wherever on the window they are dropped. Places that take files themselves come first. */
export function usePageFiles(taker: ArrivalTaker): void {
  const latest = useRef(taker);
  useEffect(() => {
    latest.current = taker;
  }, [taker]);
  useEffect(() => {
    shown = latest;
    const { hash } = window.location;
    const kept = waiting.get(hash);
    waiting.delete(hash);
    if (kept !== undefined) give(latest.current, kept);
    return () => {
      if (shown === latest) shown = undefined;
    };
  }, []);
}
