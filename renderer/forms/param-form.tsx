import { memo, type ReactNode, useRef, useState } from 'react';
import { CREDENTIAL_INPUT } from '../../shared/flow/credential-reference.ts';
import { findParamProblems } from '../../shared/flow/parse-params.ts';
import type { NodeDefinition } from '../../shared/nodes/define-node.ts';
import { isAskedFor, type ParamInfo } from '../../shared/nodes/params.ts';
import { shownParam } from '../../shared/nodes/shown-param.ts';
import { t } from '../../shared/texts/t.ts';
import type { NodePart } from '../api/node-tools.ts';
import { Disclosure } from '../ui/controls/disclosure.tsx';
import { Field } from '../ui/controls/field.tsx';
import { CredentialField } from './credential-field.tsx';
import { fieldProblem, isMissing, isShown } from './form-values.ts';
import { NodePartContext } from './node-part.ts';
import { FIELD_BY_KIND } from './param-fields.tsx';

/** Values of a node's params by their names. */
type Inputs = Readonly<Record<string, unknown>>;

/** `typed`: the text while it is being typed, so that undo can take a word back at once. */
type OnInput = (name: string, value: unknown, typed?: string) => void;

interface ParamRowProps {
  readonly onInput: OnInput;
  readonly name: string;
  readonly info: ParamInfo;
  readonly value: unknown;
  readonly problem: string | undefined;
  readonly asideOf: ((name: string) => ReactNode) | undefined;
}

const ParamRow = memo(function ParamRow({ onInput, name, info, value, problem, asideOf }: ParamRowProps) {
  const Control = FIELD_BY_KIND[info.kind];
  const choiceHelp = info.choices?.find((choice) => choice.value === (value || info.default))?.help;
  const lacksValue = isMissing(value, info);
  return (
    <Field
      label={info.title}
      help={[info.help, choiceHelp].filter((text) => text !== undefined)}
      problem={lacksValue ? undefined : fieldProblem(problem, info.title)}
      isMissing={lacksValue}
      isInline={info.kind === 'boolean'}
      aside={asideOf?.(name)}
    >
      {(control) => (
        <Control info={info} value={value} control={control} onChange={(next, typed) => onInput(name, next, typed)} />
      )}
    </Field>
  );
});

interface FormParam {
  readonly name: string;
  readonly info: ParamInfo;
}

/** Params that have a field of their own; secrets are those of the node's credential. */
function paramsOf(definition: NodeDefinition): readonly FormParam[] {
  return Object.entries(definition.params.shape)
    .map(([name, schema]) => ({ name, info: shownParam(schema) }))
    .filter(({ info }) => info.kind !== 'secret' || definition.credential === undefined);
}

/** A setting without effect is there only to be seen, and taken away. */
function isOfUse({ name, info }: FormParam, inputs: Inputs): boolean {
  return info.noEffect !== true || isAskedFor(inputs[name]);
}

export interface ParamFormProps {
  readonly definition: NodeDefinition;
  readonly inputs: Inputs;
  /** Id of the chosen credential; "" for none. */
  readonly credential: string;
  /** The same function each time, so that only the field that is typed in is drawn again. */
  readonly onInput: OnInput;
  readonly onCredential: (id: string) => void;
  /** Params without a field: their values come from other places. */
  readonly hidden?: readonly string[];
  /** What stands beside the label of a param. The same function each time, like `onInput`. */
  readonly asideOf?: (name: string) => ReactNode;
}

/** The values of a node, as its definition describes them; rare ones under "More settings". */
export function ParamForm({
  definition,
  inputs,
  credential: chosen,
  onInput,
  onCredential,
  hidden = [],
  asideOf,
}: ParamFormProps) {
  const problems = findParamProblems(definition, inputs);
  const problemOf = ({ name }: FormParam) => problems.find((problem) => problem.param === name);
  const params = paramsOf(definition)
    .filter((param) => !hidden.includes(param.name) && isOfUse(param, inputs))
    .filter((param) => isShown(definition, param.info.when, inputs) || problemOf(param) !== undefined);
  const hasAdvancedProblem = params.some((param) => param.info.advanced === true && problemOf(param) !== undefined);
  const [isMoreWanted, setIsMoreWanted] = useState(false);
  const isMoreOpen = isMoreWanted || hasAdvancedProblem;
  const rows = (isAdvanced: boolean) =>
    params
      .filter(({ info }) => (info.advanced === true) === isAdvanced)
      .map((param) => (
        <ParamRow
          key={param.name}
          onInput={onInput}
          asideOf={asideOf}
          {...param}
          value={inputs[param.name]}
          problem={problemOf(param)?.message}
        />
      ));
  const advanced = rows(true);
  const { credential } = definition;
  // One function as long as the form is there: fields are not drawn again for another value beside them.
  const part = useRef<NodePart>({ name: definition.name, config: inputs });
  part.current = {
    name: definition.name,
    config: { ...inputs, ...(chosen === '' ? {} : { [CREDENTIAL_INPUT]: chosen }) },
  };
  const [partNow] = useState(() => () => part.current);
  return (
    <NodePartContext value={partNow}>
      <div className="flex flex-col gap-4">
        {credential === undefined || !isShown(definition, credential.when, inputs) ? null : (
          <CredentialField
            definition={definition}
            inputs={inputs}
            chosen={chosen}
            credential={credential}
            onChoose={onCredential}
          />
        )}
        {rows(false)}
        {advanced.length === 0 ? null : (
          <Disclosure label={t('More settings')} isOpen={isMoreOpen} onToggle={() => setIsMoreWanted(!isMoreOpen)} />
        )}
        {isMoreOpen ? advanced : null}
      </div>
    </NodePartContext>
  );
}
