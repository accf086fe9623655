import { z } from 'zod';
import type { NodeDefinition } from '../../../../shared/nodes/define-node.ts';
import { loaderParams } from '../../../../shared/nodes/documentloaders/common.ts';
import { type NamesOfKind, nodeDefinitions } from '../../../../shared/nodes/registry.ts';
import type { Metadata } from '../../metadata.ts';
import type { DocumentLoader, LoadContext, LoadedDocument, SourceFile } from '../kinds.ts';

/** A loader with its params. */
export interface OpenLoader {
  /** Added to the metadata of every chunk, over what the loader found. */
  readonly metadata: Metadata;
  /** Metadata keys to leave out, as the user wrote them. */
  readonly omitMetadataKeys: string;
  load(file: SourceFile, context: LoadContext): AsyncIterable<LoadedDocument>;
}

type OpenLoaderByParams = (params: unknown) => Promise<OpenLoader>;

const common = z.object(loaderParams);

/** Joins a definition with its implementation, which is imported when it is first needed. */
function bind<Params extends z.ZodObject>(
  definition: NodeDefinition<'documentloader', string, Params>,
  importLoader: () => Promise<DocumentLoader<z.output<Params>>>,
): OpenLoaderByParams {
  return async (raw) => {
    const params = definition.params.parse(raw);
    const loader = await importLoader();
    return { ...common.parse(raw), load: (file, context) => loader.load(params, file, context) };
  };
}

const loaders = {
  fileLoader: bind(nodeDefinitions.fileLoader, async () => (await import('./file-loader.ts')).fileLoader),
  pdfFile: bind(nodeDefinitions.pdfFile, async () => (await import('./pdf-file.ts')).pdfFile),
  docxFile: bind(nodeDefinitions.docxFile, async () => (await import('./docx-file.ts')).docxFile),
  csvFile: bind(nodeDefinitions.csvFile, async () => (await import('./csv-file.ts')).csvFile),
  textFile: bind(nodeDefinitions.textFile, async () => (await import('./text-file.ts')).textFile),
} satisfies Record<NamesOfKind<'documentloader'>, OpenLoaderByParams>;

const byName: ReadonlyMap<string, OpenLoaderByParams> = new Map(Object.entries(loaders));

/** The loader of that name with these params; undefined if there is none. @throws ZodError for params that do not fit */
export async function openLoader(name: string, params: unknown): Promise<OpenLoader | undefined> {
  return byName.get(name)?.(params);
}
