import { ChevronRight } from 'lucide-react';
import { memo, useState } from 'react';
import type { FlowNode } from '../../../shared/flow/flow-document.ts';
import { findParamProblems } from '../../../shared/flow/parse-params.ts';
import type { NodeDefinition } from '../../../shared/nodes/define-node.ts';
import { type ParamInfo, paramInfo } from '../../../shared/nodes/params.ts';
import { setInput } from '../../store/flow/flow-edits.ts';
import { typingGroup } from '../../store/flow/history.ts';
import { editFlow } from '../../store/flow-store.ts';
import { classNames } from '../../ui/class-names.ts';
import { Field } from '../../ui/controls/field.tsx';
import { CredentialField } from './credential-field.tsx';
import { fieldProblem } from './form-values.ts';
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
  return (
    <Field
      label={info.title}
      help={[choiceHelp, info.help].filter(Boolean).join(' ') || undefined}
      problem={fieldProblem(problem, info.title)}
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

/** Params that have a field of their own; secrets are those of the node's credential. */
function paramsOf(definition: NodeDefinition): readonly { readonly name: string; readonly info: ParamInfo }[] {
  return Object.entries(definition.params.shape)
    .map(([name, schema]) => ({ name, info: paramInfo(schema) }))
    .filter(({ info }) => info.kind !== 'secret' || definition.credential === undefined);
}

/** The values of a node, as its definition describes them; rare ones under "More settings". */
export function ParamForm({ node, definition }: { readonly node: FlowNode; readonly definition: NodeDefinition }) {
  const problems = findParamProblems(definition, node.data.inputs);
  const params = paramsOf(definition);
  const hasAdvancedProblem = params.some(
    ({ name, info }) => info.advanced === true && problems.some((problem) => problem.param === name),
  );
  const [isMoreWanted, setIsMoreWanted] = useState(false);
  const isMoreOpen = isMoreWanted || hasAdvancedProblem;
  const rows = (isAdvanced: boolean) =>
    params
      .filter(({ info }) => (info.advanced === true) === isAdvanced)
      .map(({ name, info }) => (
        <ParamRow
          key={name}
          nodeId={node.id}
          name={name}
          info={info}
          value={node.data.inputs[name]}
          problem={problems.find((problem) => problem.param === name)?.message}
        />
      ));
  const advanced = rows(true);
  return (
    <div className="flex flex-col gap-4">
      {definition.credential === undefined ? null : (
        <CredentialField node={node} definition={definition} credential={definition.credential} />
      )}
      {rows(false)}
      {advanced.length === 0 ? null : (
        <button
          type="button"
          aria-expanded={isMoreOpen}
          className="-ml-1 flex h-7 items-center gap-1 self-start rounded-control px-1 font-medium text-muted hover:text-ink"
          onClick={() => setIsMoreWanted(!isMoreOpen)}
        >
          <ChevronRight
            aria-hidden="true"
            className={classNames('size-4 transition-transform', isMoreOpen && 'rotate-90')}
          />
          More settings
        </button>
      )}
      {isMoreOpen ? advanced : null}
    </div>
  );
}
