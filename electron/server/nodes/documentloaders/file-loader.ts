import { acceptsFile } from '../../../../shared/nodes/accepts-file.ts';
import { csvFile } from '../../../../shared/nodes/documentloaders/csv-file.ts';
import { docxFile } from '../../../../shared/nodes/documentloaders/docx-file.ts';
import { fileLoader as definition, pickedLoaders } from '../../../../shared/nodes/documentloaders/file-loader.ts';
import { pdfFile } from '../../../../shared/nodes/documentloaders/pdf-file.ts';
import { textFile } from '../../../../shared/nodes/documentloaders/text-file.ts';
import { implement, type LoadContext, type LoadedDocument, type SourceFile } from '../kinds.ts';

interface Request {
  readonly usage: 'perPage' | 'perFile';
  readonly file: SourceFile;
  readonly context: LoadContext;
}

type Reader = (request: Request) => Promise<AsyncIterable<LoadedDocument>>;

const readers: Record<(typeof pickedLoaders)[number]['name'], Reader> = {
  async textFile({ file, context }) {
    const loader = (await import('./text-file.ts')).textFile;
    return loader.load(textFile.params.parse({}), file, context);
  },
  async pdfFile({ usage, file, context }) {
    const loader = (await import('./pdf-file.ts')).pdfFile;
    return loader.load(pdfFile.params.parse({ usage }), file, context);
  },
  async docxFile({ file, context }) {
    const loader = (await import('./docx-file.ts')).docxFile;
    return loader.load(docxFile.params.parse({}), file, context);
  },
  async csvFile({ file, context }) {
    const loader = (await import('./csv-file.ts')).csvFile;
    return loader.load(csvFile.params.parse({}), file, context);
  },
};

/**
 * Reads any supported file: its extension says which reader takes it, and that one checks the content. A file of an unknown
 * extension is read as text, and refused if it is none.
 */
export const fileLoader = implement(definition, {
  async *load({ usage }, file, context) {
    const picked = pickedLoaders.find((loader) => acceptsFile(loader, file.name));
    yield* await readers[picked?.name ?? 'textFile']({ usage, file, context });
  },
});
