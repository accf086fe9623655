import type { z } from 'zod';
import type { NodeDefinition } from '../../../../shared/nodes/define-node.ts';
import { type NamesOfKind, nodeDefinitions } from '../../../../shared/nodes/registry.ts';
import type { SplitterContext, TextSplitter, TextSplitterFactory } from '../../core/text-splitter.ts';

type OpenSplitterByParams = (params: unknown, context: SplitterContext) => Promise<TextSplitter>;

/** Joins a definition with its implementation, which is imported on first use. */
function bind<Params extends z.ZodObject>(
  definition: NodeDefinition<'textsplitter', string, Params>,
  importFactory: () => Promise<TextSplitterFactory<z.output<Params>>>,
): OpenSplitterByParams {
  return async (raw, context) => {
    const params = definition.params.parse(raw);
    return (await importFactory()).create(params, context);
  };
}

const splitters = {
  recursiveCharacterTextSplitter: bind(
    nodeDefinitions.recursiveCharacterTextSplitter,
    async () => (await import('./recursive-character-text-splitter.ts')).recursiveCharacterTextSplitter,
  ),
  characterTextSplitter: bind(
    nodeDefinitions.characterTextSplitter,
    async () => (await import('./character-text-splitter.ts')).characterTextSplitter,
  ),
  tokenTextSplitter: bind(
    nodeDefinitions.tokenTextSplitter,
    async () => (await import('./token-text-splitter.ts')).tokenTextSplitter,
  ),
  markdownTextSplitter: bind(
    nodeDefinitions.markdownTextSplitter,
    async () => (await import('./markdown-text-splitter.ts')).markdownTextSplitter,
  ),
  htmlToMarkdownTextSplitter: bind(
    nodeDefinitions.htmlToMarkdownTextSplitter,
    async () => (await import('./html-to-markdown-text-splitter.ts')).htmlToMarkdownTextSplitter,
  ),
  codeTextSplitter: bind(
    nodeDefinitions.codeTextSplitter,
    async () => (await import('./code-text-splitter.ts')).codeTextSplitter,
  ),
  sentenceTextSplitter: bind(
    nodeDefinitions.sentenceTextSplitter,
    async () => (await import('./sentence-text-splitter.ts')).sentenceTextSplitter,
  ),
} satisfies Record<NamesOfKind<'textsplitter'>, OpenSplitterByParams>;

const byName: ReadonlyMap<string, OpenSplitterByParams> = new Map(Object.entries(splitters));

/**
 * The splitter with that name and these params; undefined if there is none.
 * @throws ZodError for invalid params; OperationalError MODEL_UNAVAILABLE
 */
export async function openSplitter(
  name: string,
  params: unknown,
  context: SplitterContext,
): Promise<TextSplitter | undefined> {
  return byName.get(name)?.(params, context);
}
