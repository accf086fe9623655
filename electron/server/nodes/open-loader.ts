import { z } from 'zod';
import { loaderParams } from '../../../shared/nodes/documentloaders/common.ts';
import { findNodeDefinition } from '../../../shared/nodes/registry.ts';
import type { Metadata } from '../core/document.ts';
import type * as loaders from '../core/document-loader.ts';
import type { SplitterContext, TextSplitter } from '../core/text-splitter.ts';
import { importNode, isImplemented } from './registry.ts';

interface CommonParams {
  /** Added to the metadata of every chunk; it overrides the loader's metadata. */
  readonly metadata: Metadata;
  /** Metadata keys to leave out, as the user wrote them. */
  readonly omitMetadataKeys: string;
}

export type OpenFileLoader = CommonParams & loaders.OpenFileLoader;
export type OpenOriginLoader = CommonParams & loaders.OpenOriginLoader;

/** A loader with its params, and those that every loader has. */
export type OpenLoader = OpenFileLoader | OpenOriginLoader;

const common = z.object(loaderParams);

/** Plain data may have come from another thread. */
function paramsOf(name: string, params: unknown): unknown {
  return findNodeDefinition(name)?.params.parse(params);
}

/** The loader with that name and these params; undefined if nothing implements it here. @throws ZodError for invalid params */
export async function openLoader(name: string, params: unknown): Promise<OpenLoader | undefined> {
  if (!isImplemented('documentloader', name)) return undefined;
  const implementation = await importNode('documentloader', name);
  const loader = implementation.open(paramsOf(name, params), undefined, undefined);
  const { metadata, omitMetadataKeys } = common.parse(params);
  if ('loadOrigin' in loader) return { metadata, omitMetadataKeys, ...loader };
  return { ...loader, omitMetadataKeys, metadata: loader.commonMetadata?.(metadata) ?? metadata };
}

/**
 * The connection test of a loader; undefined if it uses no external service.
 * @throws ZodError for invalid params
 */
export async function openLoaderCheck(
  name: string,
  params: unknown,
): Promise<((signal: AbortSignal) => Promise<string>) | undefined> {
  if (!isImplemented('documentloader', name)) return undefined;
  const { checkConnection } = await importNode('documentloader', name);
  const parsed = paramsOf(name, params);
  return checkConnection === undefined ? undefined : (signal) => checkConnection(parsed, signal);
}

/**
 * The splitter with that name and these params; undefined if there is none.
 * @throws ZodError for invalid params; OperationalError MODEL_UNAVAILABLE
 */
export async function openSplitter(
  name: string,
  params: unknown,
  context: SplitterContext,
): Promise<TextSplitter | undefined> {
  if (!isImplemented('textsplitter', name)) return undefined;
  return (await importNode('textsplitter', name)).open(paramsOf(name, params), undefined, context);
}
