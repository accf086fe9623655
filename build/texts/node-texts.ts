import type { NodeDefinition } from '../../shared/nodes/define-node.ts';
import { LOCAL_MODELS } from '../../shared/nodes/embeddings/local-models.ts';
import { allCategories } from '../../shared/nodes/kinds.ts';
import { paramInfo } from '../../shared/nodes/params.ts';
import { unreadKinds } from '../../shared/nodes/unread-kinds.ts';

function textsOfParams(definition: NodeDefinition): readonly (string | undefined)[] {
  return Object.values(definition.params.shape)
    .map(paramInfo)
    .flatMap(({ title, help, placeholder, choices = [], unit }) => [
      ...[title, help, placeholder, unit],
      ...choices.flatMap(({ label, help: more }) => [label, more]),
    ]);
}

/** What the window shows of the definitions of nodes, where it is translated as it is shown: what is saved in a flow stays in English. */
export function nodeTexts(definitions: readonly NodeDefinition[]): readonly string[] {
  const categories = allCategories();
  const ofDefinitions = definitions.flatMap((definition) => [
    ...[definition.description, definition.testLabel, definition.note, definition.credential?.label],
    ...definition.inputs.flatMap(({ label, help }) => [label, help]),
    ...definition.outputs.map(({ label }) => label),
    ...textsOfParams(definition),
  ]);
  const ofModels = LOCAL_MODELS.flatMap(({ label, languages, purpose }) => [label, languages, purpose]);
  const ofUnreadKinds = unreadKinds.flatMap(({ kind, remedy }) => [kind, remedy]);
  const texts = [...categories, ...ofDefinitions, ...ofModels, ...ofUnreadKinds];
  return [...new Set(texts.filter((text) => text !== undefined && /\p{L}{2}/u.test(text)) as string[])];
}
