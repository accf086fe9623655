import { create } from 'zustand';
import type { GraphNode } from '../../../shared/flow/flow-document.ts';

/** What is previewed of a loader. It outlives the form: another node may be selected meanwhile. */
interface LoaderPreview {
  /** In the place of the files that the loader keeps; numbered, since two may have the same name. */
  readonly files: readonly File[];
  readonly filesNo: number;
  /** The settings of the last request; undefined: there was none. */
  readonly asked: string | undefined;
  /** From 0. */
  readonly page: number;
}

const none: LoaderPreview = { files: [], filesNo: 0, asked: undefined, page: 0 };

const usePreviewStore = create<{ readonly byLoader: Readonly<Record<string, LoaderPreview>> }>()(() => ({
  byLoader: {},
}));

export function useLoaderPreview(loader: string): LoaderPreview {
  return usePreviewStore(({ byLoader }) => byLoader[loader] ?? none);
}

/** Changes what is previewed of a loader, named by its flow and node. */
export function changeLoaderPreview(loader: string, change: Partial<LoaderPreview>): void {
  usePreviewStore.setState(({ byLoader }) => ({
    byLoader: { ...byLoader, [loader]: { ...(byLoader[loader] ?? none), ...change } },
  }));
}

const numbers = new WeakMap<GraphNode['data'], number>();
let last = 0;

function numberOf({ data }: GraphNode): number {
  const known = numbers.get(data);
  if (known !== undefined) return known;
  last += 1;
  numbers.set(data, last);
  return last;
}

/** A name for the settings of nodes as they are now. (They may hold files of many MB: they are not written out.) */
export function nameSettings(loader: string, nodes: readonly GraphNode[], filesNo: number): string {
  return [loader, filesNo, ...nodes.map(numberOf)].join(' ');
}
