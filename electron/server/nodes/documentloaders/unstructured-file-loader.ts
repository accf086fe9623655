import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unstructuredFileLoader as definition } from '../../../../shared/nodes/documentloaders/unstructured-file-loader.ts';
import type { LoadedDocument } from '../../core/document.ts';
import { type ImplementationOf, implement } from '../../core/node-kinds.ts';
import type { Sleep } from '../../http/retries.ts';
import { fileHasNoText } from '../../readers/errors/file-errors.ts';
import { checkContent } from '../../sources/unstructured/check-content.ts';
import { sendFile } from '../../sources/unstructured/send-file.ts';

/** Makes the loader; `sleep` waits between the attempts of a request. */
export function createUnstructuredFileLoader(sleep?: Sleep): ImplementationOf<typeof definition> {
  return implement(definition, {
    open: (params) => ({
      async *load(file, { signal, onRead }) {
        await checkContent(file, signal);
        const sourceKey = params.sourceIdKey.trim();
        let hasText = false;
        for await (const { text, category, metadata } of sendFile(file, params, { signal, ...(sleep && { sleep }) })) {
          hasText = true;
          const named: LoadedDocument['metadata'] = { ...metadata, category, filename: file.name };
          yield { text, metadata: sourceKey === '' ? named : { ...named, [sourceKey]: file.name } };
        }
        if (!hasText) {
          throw fileHasNoText(file, 'the server found none', 'for scans, choose the strategy "Text recognition"');
        }
        onRead(file.sizeBytes);
      },
    }),

    async checkConnection(params, signal) {
      const folder = await mkdtemp(join(tmpdir(), 'tributary-check-'));
      try {
        const text = 'A line of text.';
        const path = join(folder, 'check.txt');
        await writeFile(path, text);
        const file = { name: 'check.txt', path, sizeBytes: text.length };
        for await (const element of sendFile(file, params, { signal })) {
          return `The server took a line of text apart: it found "${element.category}".`;
        }
        return 'The server answers, but found nothing in a line of text.';
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
  });
}

/** An Unstructured API server reads the file: one document per element or chunk, with the server's metadata. */
export const unstructuredFileLoader = createUnstructuredFileLoader();
