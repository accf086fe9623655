import { isAbsolute, join } from 'node:path';
import { UserError } from '../../../../shared/errors/errors.ts';
import { BUILT_IN_MODEL } from '../../../../shared/nodes/embeddings/local-models.ts';

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
