import { z } from 'zod';
import type { NodeDefinition } from '../../../../shared/nodes/define-node.ts';
import { loaderParams } from '../../../../shared/nodes/documentloaders/common.ts';
import { type NamesOfKind, nodeDefinitions } from '../../../../shared/nodes/registry.ts';
import type { LoadedDocument, Metadata, SourceFile } from '../../core/document.ts';
import type {
  DocumentLoader,
  FileDocumentLoader,
  LoadContext,
  OriginContext,
  OriginDocumentLoader,
  WatchedFolder,
} from '../../core/document-loader.ts';

interface CommonParams {
  /** Added to the metadata of every chunk; it overrides the loader's metadata. */
  readonly metadata: Metadata;
  /** Metadata keys to leave out, as the user wrote them. */
  readonly omitMetadataKeys: string;
}

export interface OpenFileLoader extends CommonParams {
  load(file: SourceFile, context: LoadContext): AsyncIterable<LoadedDocument>;
}

export interface OpenOriginLoader extends CommonParams {
  loadOrigin(context: OriginContext): AsyncIterable<LoadedDocument>;
  /** The folder that it reads, if it reads one. */
  openFolder?(cacheFolder: string): Promise<WatchedFolder>;
}

/** A loader with its params. */
export type OpenLoader = OpenFileLoader | OpenOriginLoader;

interface BoundLoader {
  open(params: unknown): Promise<OpenLoader>;
  /** Undefined: the loader uses no external service. */
  check(params: unknown): Promise<((signal: AbortSignal) => Promise<string>) | undefined>;
}

const common = z.object(loaderParams);

function checkOf<Params>(loader: DocumentLoader<Params>, params: Params) {
  const { checkConnection } = loader;
  return checkConnection === undefined ? undefined : (signal: AbortSignal) => checkConnection(params, signal);
}

/** Joins the definition of a file loader with its implementation, which is imported on first use. */
function bind<Params extends z.ZodObject>(
  definition: NodeDefinition<'documentloader', string, Params>,
  importLoader: () => Promise<FileDocumentLoader<z.output<Params>>>,
): BoundLoader {
  return {
    async open(raw) {
      const params = definition.params.parse(raw);
      const loader = await importLoader();
      const { metadata, omitMetadataKeys } = common.parse(raw);
      return {
        metadata: loader.commonMetadata?.(metadata) ?? metadata,
        omitMetadataKeys,
        load: (file, context) => loader.load(params, file, context),
      };
    },
    check: async (raw) => checkOf(await importLoader(), definition.params.parse(raw)),
  };
}

/** {@link bind} for a loader that fetches its documents. */
function bindOrigin<Params extends z.ZodObject>(
  definition: NodeDefinition<'documentloader', string, Params>,
  importLoader: () => Promise<OriginDocumentLoader<z.output<Params>>>,
): BoundLoader {
  return {
    async open(raw) {
      const params = definition.params.parse(raw);
      const loader = await importLoader();
      const { openFolder } = loader;
      return {
        ...common.parse(raw),
        loadOrigin: (context) => loader.loadOrigin(params, context),
        ...(openFolder === undefined ? {} : { openFolder: (cacheFolder: string) => openFolder(params, cacheFolder) }),
      };
    },
    check: async (raw) => checkOf(await importLoader(), definition.params.parse(raw)),
  };
}

const loaders = {
  fileLoader: bind(nodeDefinitions.fileLoader, async () => (await import('./file-loader.ts')).fileLoader),
  pdfFile: bind(nodeDefinitions.pdfFile, async () => (await import('./pdf-file.ts')).pdfFile),
  docxFile: bind(nodeDefinitions.docxFile, async () => (await import('./docx-file.ts')).docxFile),
  csvFile: bind(nodeDefinitions.csvFile, async () => (await import('./csv-file.ts')).csvFile),
  epubFile: bind(nodeDefinitions.epubFile, async () => (await import('./epub-file.ts')).epubFile),
  jsonFile: bind(nodeDefinitions.jsonFile, async () => (await import('./json-file.ts')).jsonFile),
  jsonlinesFile: bind(nodeDefinitions.jsonlinesFile, async () => (await import('./jsonlines-file.ts')).jsonlinesFile),
  microsoftExcel: bind(
    nodeDefinitions.microsoftExcel,
    async () => (await import('./microsoft-excel.ts')).microsoftExcel,
  ),
  microsoftPowerpoint: bind(
    nodeDefinitions.microsoftPowerpoint,
    async () => (await import('./microsoft-powerpoint.ts')).microsoftPowerpoint,
  ),
  textFile: bind(nodeDefinitions.textFile, async () => (await import('./text-file.ts')).textFile),
  unstructuredFileLoader: bind(
    nodeDefinitions.unstructuredFileLoader,
    async () => (await import('./unstructured-file-loader.ts')).unstructuredFileLoader,
  ),
  cheerioWebScraper: bindOrigin(
    nodeDefinitions.cheerioWebScraper,
    async () => (await import('./cheerio-web-scraper.ts')).cheerioWebScraper,
  ),
  apiLoader: bindOrigin(nodeDefinitions.apiLoader, async () => (await import('./api-loader.ts')).apiLoader),
  gitbook: bindOrigin(nodeDefinitions.gitbook, async () => (await import('./gitbook.ts')).gitbook),
  plainText: bindOrigin(nodeDefinitions.plainText, async () => (await import('./plain-text.ts')).plainText),
  folderFiles: bindOrigin(nodeDefinitions.folderFiles, async () => (await import('./folder-files.ts')).folderFiles),
  sqlDatabase: bindOrigin(nodeDefinitions.sqlDatabase, async () => (await import('./sql-database.ts')).sqlDatabase),
  notionFolder: bindOrigin(nodeDefinitions.notionFolder, async () => (await import('./notion-folder.ts')).notionFolder),
  github: bindOrigin(nodeDefinitions.github, async () => (await import('./github.ts')).github),
  s3Directory: bindOrigin(nodeDefinitions.s3Directory, async () => (await import('./s3-directory.ts')).s3Directory),
  // The document store loader is read on the server's thread: services/document-stores/load-stored.ts.
} satisfies Record<Exclude<NamesOfKind<'documentloader'>, 'documentStore'>, BoundLoader>;

const byName: ReadonlyMap<string, BoundLoader> = new Map(Object.entries(loaders));

/** The loader with that name and these params; undefined if there is none. @throws ZodError for invalid params */
export async function openLoader(name: string, params: unknown): Promise<OpenLoader | undefined> {
  return byName.get(name)?.open(params);
}

/**
 * The connection test of the loader with that name; undefined if it uses no external service.
 * @throws ZodError for invalid params
 */
export async function openLoaderCheck(
  name: string,
  params: unknown,
): Promise<((signal: AbortSignal) => Promise<string>) | undefined> {
  return byName.get(name)?.check(params);
}
