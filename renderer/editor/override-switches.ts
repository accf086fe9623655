import type { NodeDefinition } from '../../shared/nodes/define-node.ts';
import { shownParam } from '../../shared/nodes/shown-param.ts';
import { t } from '../../shared/texts/t.ts';

export interface OverrideSwitch {
  /** The key that a call sends. */
  readonly name: string;
  readonly title: string;
  /** Keys under which the same switch may be stored. */
  readonly otherNames: readonly string[];
}

/** What calls may override in a node, if switched on: its params but secrets, and for loaders uploads and the chunks in the answer. */
export function overrideSwitches(definition: NodeDefinition): readonly OverrideSwitch[] {
  const { upload } = definition;
  const params = Object.entries(definition.params.shape).flatMap(([name, schema]): OverrideSwitch[] => {
    const info = shownParam(schema);
    if (!info.overridable) return [];
    return name === upload?.param
      ? [{ name: 'files', title: t('Uploaded files'), otherNames: [name] }]
      : [{ name, title: info.title, otherNames: [] }];
  });
  if (definition.kind !== 'documentloader') return params;
  return [
    ...params,
    { name: 'addMetadata', title: t('More metadata'), otherNames: [] },
    { name: 'returnSourceDocuments', title: t('Chunks in the answer'), otherNames: [] },
  ];
}
