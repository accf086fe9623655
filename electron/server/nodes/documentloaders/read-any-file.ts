import { acceptsFile } from '../../../../shared/nodes/accepts-file.ts';
import { csvFile } from '../../../../shared/nodes/documentloaders/csv-file.ts';
import { docxFile } from '../../../../shared/nodes/documentloaders/docx-file.ts';
import { pickedLoaders } from '../../../../shared/nodes/documentloaders/file-loader.ts';
import { jsonFile } from '../../../../shared/nodes/documentloaders/json-file.ts';
import { jsonlinesFile } from '../../../../shared/nodes/documentloaders/jsonlines-file.ts';
import { pdfFile } from '../../../../shared/nodes/documentloaders/pdf-file.ts';
import { textFile } from '../../../../shared/nodes/documentloaders/text-file.ts';
import type { LoadContext, LoadedDocument, SourceFile } from '../kinds.ts';

/** How files are read that can be read in several ways. */
export interface ReadOptions {
  /** Whether paged files become one document a page or one in all. */
  readonly usage: 'perPage' | 'perFile';
  /** JSON pointer, or name of a key, of what to take out of .json and .jsonl files; all texts if it is not given. */
  readonly pointerName?: string;
}

interface Request {
  readonly file: SourceFile;
  readonly options: ReadOptions;
  readonly context: LoadContext;
}

type Reader = (request: Request) => Promise<AsyncIterable<LoadedDocument>>;

const loaders: Record<(typeof pickedLoaders)[number]['name'], Reader> = {
  async textFile({ file, context }) {
    const loader = (await import('./text-file.ts')).textFile;
    return loader.load(textFile.params.parse({}), file, context);
  },
  async pdfFile({ options, file, context }) {
    const loader = (await import('./pdf-file.ts')).pdfFile;
    return loader.load(pdfFile.params.parse({ usage: options.usage }), file, context);
  },
  async docxFile({ file, context }) {
    const loader = (await import('./docx-file.ts')).docxFile;
    return loader.load(docxFile.params.parse({}), file, context);
  },
  async csvFile({ file, context }) {
    const loader = (await import('./csv-file.ts')).csvFile;
    return loader.load(csvFile.params.parse({}), file, context);
  },
  async jsonFile({ options, file, context }) {
    const loader = (await import('./json-file.ts')).jsonFile;
    return loader.load(jsonFile.params.parse({ pointersName: options.pointerName }), file, context);
  },
  async jsonlinesFile({ options, file, context }) {
    const loader = (await import('./jsonlines-file.ts')).jsonlinesFile;
    const pointerName = options.pointerName || '/';
    return loader.load(jsonlinesFile.params.parse({ pointerName }), file, context);
  },
};

/**
 * Reads a file of any supported format: its extension says which reader takes it, and that one checks the content. A file of
 * an unknown extension is read as text, and refused if it is none.
 * @throws UserError as {@link DocumentLoader} says, naming the file
 */
export async function* readAnyFile(
  file: SourceFile,
  options: ReadOptions,
  context: LoadContext,
): AsyncGenerator<LoadedDocument> {
  const picked = pickedLoaders.find((loader) => acceptsFile(loader, file.name));
  yield* await loaders[picked?.name ?? 'textFile']({ file, options, context });
}
