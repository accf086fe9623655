import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { OperationalError } from '../../../../shared/errors/errors.ts';
import { codeOf } from '../../../../shared/errors/system-errors.ts';
import type { SplitterContext } from '../../core/text-splitter.ts';
import { hubModelFolder, parseModelName } from '../../embedding/hub/model-name.ts';
import { readModelTraits } from '../../embedding/hub/model-traits.ts';
import { openBpeTokenizer } from './bpe-tokenizer.ts';

/** Counts tokens like an embedding model. */
export interface TokenCounter {
  /** The tokens of a text, without {@link added}. */
  count(text: string): number;
  /** Tokens that the model adds to every text: start and end marks, prefixes. */
  readonly added: number;
}

/** The counter for models of services, whose tokenizers we do not have: OpenAI's. */
const COMMON_ENCODING = 'cl100k_base';

/**
 * Opens the counter of the model that the flow embeds with. For a model that has not been downloaded yet (a preview does not download it), or that
 * belongs to a service, OpenAI's counter is used.
 * @throws OperationalError MODEL_UNAVAILABLE if the model's files are damaged
 */
export async function openTokenCounter({ localModel, modelsFolder }: SplitterContext): Promise<TokenCounter> {
  if (localModel === undefined) return openCommonCounter();
  const name = parseModelName(localModel);
  if (name.kind === 'built-in') return openBuiltInCounter();
  if (name.kind === 'folder') return openFolderCounter(name.path, basename(name.path));
  return openFolderCounter(hubModelFolder(modelsFolder, name.id), name.id);
}

async function openCommonCounter(): Promise<TokenCounter> {
  const tokenizer = await openBpeTokenizer(COMMON_ENCODING);
  return { count: (text) => tokenizer.countTokens(text), added: 0 };
}

async function openBuiltInCounter(): Promise<TokenCounter> {
  const { createTokenizer } = await import('../../embedding/local/use-lite/tokenizer.ts');
  const { readVocabulary } = await import('../../embedding/local/use-lite/model-files.ts');
  const tokenizer = createTokenizer(await readVocabulary());
  return { count: (text) => tokenizer.encode(text).length, added: 0 };
}

const FileSchema = z.record(z.string(), z.unknown());

async function openFolderCounter(folder: string, name: string): Promise<TokenCounter> {
  const files = await Promise.all(
    ['tokenizer.json', 'tokenizer_config.json'].map((file) => readText(join(folder, file))),
  );
  const [model, config] = files;
  if (model === undefined || config === undefined) return openCommonCounter();
  const { documentPrefix } = await readModelTraits(folder, name);
  try {
    const { Tokenizer } = await import('@huggingface/tokenizers');
    const tokenizer = new Tokenizer(FileSchema.parse(JSON.parse(model)), FileSchema.parse(JSON.parse(config)));
    return {
      count: (text) => tokenizer.encode(text, { add_special_tokens: false }).ids.length,
      added: tokenizer.encode(documentPrefix).ids.length,
    };
  } catch (cause) {
    throw new OperationalError(
      'MODEL_UNAVAILABLE',
      `The tokenizer of the model ${name} could not be read: its files are damaged. Remove the model's folder so that it is fetched again, or choose another model.`,
      { cause },
    );
  }
}

async function readText(path: string): Promise<string | undefined> {
  return await readFile(path, 'utf8').catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  });
}
