import { fileLoader as definition } from '../../../../shared/nodes/documentloaders/file-loader.ts';
import { implement } from '../../core/node-kinds.ts';
import { type ReadOptions, readAnyFile } from '../../readers/read-any-file.ts';

/** Reads any supported file: its extension and content select the reader. */
export const fileLoader = implement(definition, {
  open: (params) => ({
    load: (file, context) => readAnyFile(file, params satisfies Required<ReadOptions>, context),
  }),
});
