import { type Dispatch, type SetStateAction, useCallback } from 'react';
import { CREDENTIAL_INPUT } from '../../shared/flow/credential-reference.ts';
import type { NodeDefinition } from '../../shared/nodes/define-node.ts';
import type { NodeKind } from '../../shared/nodes/kinds.ts';
import { allNodeDefinitions, findNodeDefinition } from '../../shared/nodes/registry.ts';
import { t } from '../../shared/texts/t.ts';
import type { NodePart } from '../api/node-tools.ts';
import { Field } from '../ui/controls/field.tsx';
import { Select } from '../ui/controls/select.tsx';
import { ParamForm } from './param-form.tsx';

/** Nodes of a kind that can be chosen by themselves, in the order of the palette. */
export function nodesOfKind(kind: NodeKind): readonly NodeDefinition[] {
  return allNodeDefinitions.filter((definition) => definition.kind === kind);
}

export interface PartFieldsProps {
  readonly part: NodePart;
  readonly onChange: Dispatch<SetStateAction<NodePart>>;
  /** Params without a field: their values come from other places. */
  readonly hidden?: readonly string[];
}

/** The settings of a node that stands by itself, as in a document store. */
export function PartFields({ part, onChange, hidden = [] }: PartFieldsProps) {
  const definition = findNodeDefinition(part.name);
  const setValue = useCallback(
    (name: string, value: unknown) => onChange((now) => ({ ...now, config: { ...now.config, [name]: value } })),
    [onChange],
  );
  if (definition === undefined) return null;
  const credential = part.config[CREDENTIAL_INPUT];
  return (
    <ParamForm
      key={part.name}
      definition={definition}
      inputs={part.config}
      credential={typeof credential === 'string' ? credential : ''}
      onInput={setValue}
      onCredential={(id) => setValue(CREDENTIAL_INPUT, id)}
      hidden={hidden}
    />
  );
}

export interface PartFormProps extends PartFieldsProps {
  /** What is chosen: "Embedding model". */
  readonly label: string;
  readonly choices: readonly NodeDefinition[];
}

/** Chooses a node and sets it. Another choice begins with its defaults. */
export function PartForm({ label, choices, part, onChange, hidden = [] }: PartFormProps) {
  const chosen = findNodeDefinition(part.name);
  const options = choices.map((definition) => ({
    value: definition.name,
    label: definition.label,
    help: t(definition.description),
  }));
  return (
    <div className="flex flex-col gap-4">
      <Field label={label} help={chosen === undefined ? undefined : t(chosen.description)}>
        {(control) => (
          <Select
            {...control}
            value={part.name}
            options={options}
            onValueChange={(name) => onChange((now) => (name === now.name ? now : { name, config: {} }))}
          />
        )}
      </Field>
      <PartFields part={part} onChange={onChange} hidden={hidden} />
    </div>
  );
}
