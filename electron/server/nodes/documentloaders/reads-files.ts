import type { FileReader, OpenFileLoader } from '../../core/document-loader.ts';

/** Opens a reader of files with the params of its node. */
export function readsFiles<Params>({ load, commonMetadata }: FileReader<Params>) {
  return {
    open: (params: Params): OpenFileLoader => ({
      load: (file, context) => load(params, file, context),
      ...(commonMetadata === undefined ? {} : { commonMetadata }),
    }),
  };
}
