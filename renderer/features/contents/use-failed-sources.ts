import type { ContentsSummary } from '../../../shared/api/contents.ts';
import type { StoreLoader } from '../../../shared/api/document-stores.ts';
import { t } from '../../../shared/texts/t.ts';
import { useDocumentStore } from '../../api/document-stores.ts';
import { useFailedFiles } from '../../api/run.ts';

/** A file or page that the last load could not read. */
export interface FailedSource {
  readonly name: string;
  /** "what happened: what to do". */
  readonly message: string;
}

export interface FailedSources {
  readonly sources: readonly FailedSource[];
  /** Those that are not among them, of very many. */
  readonly unlisted: number;
  /** The run of a flow that could not read them. */
  readonly runId: string | undefined;
  /** The loaders of a document store that could not read them. */
  readonly loaderIds: readonly string[];
}

/** What the last run of a flow could not read, or the last loads of a document store's loaders. */
export function useFailedSources({ kind, ownerId }: ContentsSummary): FailedSources {
  const isStore = kind === 'documentStore';
  const { data: store } = useDocumentStore(ownerId, isStore);
  const { data: ofRun } = useFailedFiles(ownerId, !isStore);
  if (!isStore) {
    const files = ofRun?.files ?? [];
    const sources = files.map(({ name, error }) => ({ name, message: error?.message ?? t('It could not be read.') }));
    return { sources, unlisted: (ofRun?.total ?? 0) - files.length, runId: ofRun?.runId, loaderIds: [] };
  }
  const unreadOf = ({ failedFiles = [] }: StoreLoader) => failedFiles.filter(({ isPartial }) => isPartial !== true);
  const loaders = (store?.loaders ?? []).filter((loader) => unreadOf(loader).length > 0);
  return {
    sources: loaders.flatMap(unreadOf).map(({ name, message }) => ({ name, message })),
    unlisted: 0,
    runId: undefined,
    loaderIds: loaders.map(({ id }) => id),
  };
}
