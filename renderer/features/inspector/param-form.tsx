import { memo, useState } from 'react';
import type { GraphNode } from '../../../shared/flow/flow-document.ts';
import { findParamProblems } from '../../../shared/flow/parse-params.ts';
import type { NodeDefinition } from '../../../shared/nodes/define-node.ts';
import { isAskedFor, type ParamInfo, paramInfo } from '../../../shared/nodes/params.ts';
import { setInput } from '../../editor/flow-edits.ts';
import { typingGroup } from '../../editor/history.ts';
import { editFlow } from '../../stores/flow/flow-store.ts';
import { Disclosure } from '../../ui/controls/disclosure.tsx';
import { Field } from '../../ui/controls/field.tsx';
import { CredentialField } from './credential-field.tsx';
import { fieldProblem, isMissing, isShown } from './form-values.ts';
import { FIELD_BY_KIND } from './param-fields.tsx';

interface ParamRowProps {
  readonly nodeId: string;
  readonly name: string;
  readonly info: ParamInfo;
  readonly value: unknown;
  readonly problem: string | undefined;
}

const ParamRow = memo(function ParamRow({ nodeId, name, info, value, problem }: ParamRowProps) {
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
    >
      {(control) => (
        <Control
          info={info}
          value={value}
          control={control}
          onChange={(next, typed) =>
            editFlow(
              (content) => setInput(content, nodeId, name, next),
              typed === undefined ? undefined : typingGroup(`${nodeId}.${name}`, typed),
            )
          }
        />
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
    .map(([name, schema]) => ({ name, info: paramInfo(schema) }))
    .filter(({ info }) => info.kind !== 'secret' || definition.credential === undefined);
}

/** A setting without effect is there only to be seen, and taken away. */
function isOfUse({ name, info }: FormParam, inputs: GraphNode['data']['inputs']): boolean {
  return info.noEffect !== true || isAskedFor(inputs[name]);
}

/** The values of a node, as its definition describes them; rare ones under "More settings". */
export function ParamForm({ node, definition }: { readonly node: GraphNode; readonly definition: NodeDefinition }) {
  const problems = findParamProblems(definition, node.data.inputs);
  const problemOf = ({ name }: FormParam) => problems.find((problem) => problem.param === name);
  const params = paramsOf(definition)
    .filter((param) => isOfUse(param, node.data.inputs))
    .filter((param) => isShown(definition, param.info.when, node.data.inputs) || problemOf(param) !== undefined);
  const hasAdvancedProblem = params.some((param) => param.info.advanced === true && problemOf(param) !== undefined);
  const [isMoreWanted, setIsMoreWanted] = useState(false);
  const isMoreOpen = isMoreWanted || hasAdvancedProblem;
  const rows = (isAdvanced: boolean) =>
    params
      .filter(({ info }) => (info.advanced === true) === isAdvanced)
      .map((param) => (
        <ParamRow
          key={param.name}
          nodeId={node.id}
          {...param}
          value={node.data.inputs[param.name]}
          problem={problemOf(param)?.message}
        />
      ));
  const advanced = rows(true);
  const { credential } = definition;
  return (
    <div className="flex flex-col gap-4">
      {credential === undefined || !isShown(definition, credential.when, node.data.inputs) ? null : (
        <CredentialField node={node} definition={definition} credential={credential} />
      )}
      {rows(false)}
      {advanced.length === 0 ? null : (
        <Disclosure label="More settings" isOpen={isMoreOpen} onToggle={() => setIsMoreWanted(!isMoreOpen)} />
      )}
      {isMoreOpen ? advanced : null}
    </div>
  );
}
