import type { NodeDefinition } from '../../shared/nodes/define-node.ts';
import { shownParam } from '../../shared/nodes/shown-param.ts';
import { isUnset } from '../../shared/nodes/unset.ts';
import { t } from '../../shared/texts/t.ts';

/** Title of the first value that a node must have and has not. */
function missingTitle(definition: NodeDefinition, inputs: Readonly<Record<string, unknown>>): string | undefined {
  return Object.entries(definition.params.shape)
    .map(([name, schema]) => ({ value: inputs[name], info: shownParam(schema) }))
    .find(({ value, info }) => info.kind !== 'secret' && info.required && isUnset(value) && isUnset(info.default))?.info
    .title;
}

/** The muted line of a card. While a value is missing it says which; while one is wrong, the mark on the card says which. */
export function summaryOf(definition: NodeDefinition, inputs: Readonly<Record<string, unknown>>): string {
  const parsed = definition.params.safeParse(inputs);
  if (parsed.success) return definition.summary(parsed.data);
  const missing = missingTitle(definition, inputs);
  return missing === undefined ? t('Check its settings') : t('{setting} is needed', { setting: missing });
}
