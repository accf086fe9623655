import { useMutation } from '@tanstack/react-query';
import { useContext } from 'react';
import { t } from '../../shared/texts/t.ts';
import { messageOf } from '../api/client.ts';
import { listModels, type NodePart } from '../api/node-tools.ts';
import { OpenSelect } from '../ui/controls/open-select.tsx';
import { textOf } from './form-values.ts';
import { NodePartContext } from './node-part.ts';
import type { ParamFieldProps } from './param-field-props.ts';
import { useAbortOnLeave } from './use-abort-on-leave.ts';

/** A model of a service: those that the service lists are offered, too. It is called when the list is opened, not before. */
export function ModelField({ info, value, onChange, control }: ParamFieldProps) {
  const partNow = useContext(NodePartContext);
  const newSignal = useAbortOnLeave();
  const { mutate, data, error } = useMutation({ mutationFn: (part: NodePart) => listModels(part, newSignal()) });
  const text = textOf(value, info);
  const whyNot = error === null ? data?.message : messageOf(error);
  const known = info.choices ?? [];
  const isKnown = (model: string) => known.some((choice) => choice.value === model);
  const help = t('On the service');
  const listed = (data?.models ?? [])
    .filter((model) => !isKnown(model))
    .map((model) => ({ value: model, label: model, help }));
  return (
    <>
      <OpenSelect
        {...control}
        value={text}
        options={[...known, ...listed]}
        onValueChange={(picked) => onChange(picked, picked)}
        onOpen={() => (partNow === undefined ? undefined : mutate(partNow()))}
      />
      {whyNot === undefined || isKnown(text) ? null : <p className="text-secondary text-muted">{whyNot}</p>}
    </>
  );
}
