import { isAbsolute, join } from 'node:path';
import { UserError } from '../../../../shared/errors/errors.ts';
import { BUILT_IN_MODEL } from '../../../../shared/nodes/embeddings/local-models.ts';
import type { ModelTraits } from '../encoder/encoder.ts';

export type ModelName =
  | { readonly kind: 'built-in' }
  | { readonly kind: 'hub'; readonly id: string }
  | { readonly kind: 'folder'; readonly path: string };

/** Hugging Face's rule for `owner/name`; neither part can leave its folder, since none starts with a dot. */
const HUB_ID = /^[A-Za-z0-9][\w.-]{0,95}\/[A-Za-z0-9][\w.-]{0,95}$/;

/**
 * Reads the node's `model` param.
 * @throws UserError INVALID_PARAM for what is none of the three.
 */
export function parseModelName(model: string): ModelName {
  if (model === BUILT_IN_MODEL) return { kind: 'built-in' };
  if (isAbsolute(model)) return { kind: 'folder', path: model };
  if (HUB_ID.test(model) && !model.includes('..')) return { kind: 'hub', id: model };
  throw new UserError(
    'INVALID_PARAM',
    `"${model}" is not a model: write a Hugging Face id such as Xenova/all-MiniLM-L6-v2, the full path of a folder, or ${BUILT_IN_MODEL}.`,
    { details: { param: 'model' } },
  );
}

/** Where a hub model's files lie. */
export function hubModelFolder(modelsFolder: string, id: string): string {
  return join(modelsFolder, 'hub', ...id.split('/'));
}

const PLAIN_MEAN: ModelTraits = { pooling: 'mean', documentPrefix: '', queryPrefix: '' };

const TRAITS_BY_NAME: readonly { readonly pattern: RegExp; readonly traits: ModelTraits }[] = [
  {
    // huggingface.co/BAAI/bge-small-en-v1.5: CLS pooling, and this sentence before questions.
    pattern: /^bge-(?:small|base|large)-en/,
    traits: {
      pooling: 'cls',
      documentPrefix: '',
      queryPrefix: 'Represent this sentence for searching relevant passages: ',
    },
  },
  // huggingface.co/BAAI/bge-m3: CLS pooling, no prefix.
  { pattern: /^bge-/, traits: { pooling: 'cls', documentPrefix: '', queryPrefix: '' } },
  {
    // huggingface.co/intfloat/multilingual-e5-small: mean pooling; each text says what it is.
    pattern: /^(?:multilingual-)?e5-(?:small|base|large)(?!-instruct)/,
    traits: { pooling: 'mean', documentPrefix: 'passage: ', queryPrefix: 'query: ' },
  },
];

/** Pooling and prefixes of a model by the last part of its name; mean pooling for those that we do not know. */
export function traitsOf(name: string): ModelTraits {
  const last =
    name
      .split(/[\\/]/)
      .findLast((part) => part !== '')
      ?.toLowerCase() ?? '';
  return TRAITS_BY_NAME.find(({ pattern }) => pattern.test(last))?.traits ?? PLAIN_MEAN;
}
