import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ModelList } from '../../shared/api/models.ts';
import { api } from './client.ts';
import { queryKeys } from './query-keys.ts';

/** While a model is downloaded. */
const LOOK_AGAIN_MS = 500;

/** On-device models; looked at again while one is downloaded. */
export function useModels() {
  const client = useQueryClient();
  return useQuery({
    queryKey: queryKeys.models,
    async queryFn({ signal }) {
      const before = client.getQueryData<ModelList>(queryKeys.models);
      const now = await api.call('listModels', { signal });
      // Flows that were never run begin with it.
      if (before !== undefined && before.preferred !== now.preferred)
        await client.invalidateQueries({ queryKey: queryKeys.chatflows });
      return now;
    },
    refetchInterval: ({ state }) =>
      state.data?.models.some((model) => model.state === 'downloading') === true ? LOOK_AGAIN_MS : false,
    refetchOnWindowFocus: true,
  });
}

function useModelChange<Input>(mutationFn: (input: Input) => Promise<ModelList>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: (list) => client.setQueryData(queryKeys.models, list),
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.models }),
  });
}

export interface WantedModel {
  readonly model: string;
  /** New flows begin with it, once it is there. */
  readonly prefer: boolean;
}

/** Begins to download a model, or goes on where it stopped. */
export function useDownloadModel() {
  return useModelChange((body: WantedModel) => api.call('downloadModel', { body }));
}

export function useCancelDownload() {
  return useModelChange((model: string) => api.call('cancelModelDownload', { body: { model } }));
}

export function useRemoveModel() {
  return useModelChange((model: string) => api.call('removeModel', { query: { model } }));
}

export function usePreferModel() {
  const client = useQueryClient();
  return useModelChange(async (model: string) => {
    const list = await api.call('preferModel', { body: { model } });
    await client.invalidateQueries({ queryKey: queryKeys.chatflows });
    return list;
  });
}
