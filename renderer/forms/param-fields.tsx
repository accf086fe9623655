import type { ReactNode } from 'react';
import type { ParamKind } from '../../shared/nodes/params.ts';
import { NumberInput, TextArea, TextInput } from '../ui/controls/inputs.tsx';
import { OpenSelect } from '../ui/controls/open-select.tsx';
import { Select } from '../ui/controls/select.tsx';
import { Switch } from '../ui/controls/switch.tsx';
import { FileField } from './file-field.tsx';
import { isOn, numberOf, textOf, unitOf } from './form-values.ts';
import type { ParamFieldProps } from './param-field-props.ts';

function TextField({ info, value, onChange, control }: ParamFieldProps) {
  return (
    <TextInput
      {...control}
      value={textOf(value, info)}
      placeholder={info.placeholder}
      onChange={(event) => onChange(event.target.value, event.target.value)}
    />
  );
}

function SecretField({ info, value, onChange, control }: ParamFieldProps) {
  return (
    <TextInput
      {...control}
      type="password"
      autoComplete="new-password"
      value={textOf(value, info)}
      placeholder={info.placeholder}
      onChange={(event) => onChange(event.target.value, event.target.value)}
    />
  );
}

function MultilineField({ info, value, onChange, control }: ParamFieldProps) {
  return (
    <TextArea
      {...control}
      value={textOf(value, info)}
      placeholder={info.placeholder}
      onChange={(event) => onChange(event.target.value, event.target.value)}
    />
  );
}

function NumberField({ info, value, onChange, control }: ParamFieldProps) {
  const text = textOf(value, info);
  return (
    <NumberInput
      {...control}
      value={text}
      placeholder={info.placeholder}
      unit={unitOf(info, text)}
      onChange={(event) => onChange(numberOf(event.target.value), event.target.value)}
    />
  );
}

function BooleanField({ info, value, onChange, control }: ParamFieldProps) {
  return <Switch {...control} checked={isOn(value, info)} onCheckedChange={(checked) => onChange(checked)} />;
}

function ChoiceField({ info, value, onChange, control }: ParamFieldProps) {
  const text = textOf(value, info);
  const options = info.choices ?? [];
  if (info.freeText !== true)
    return <Select {...control} value={text} options={options} onValueChange={(picked) => onChange(picked)} />;
  return (
    <OpenSelect {...control} value={text} options={options} onValueChange={(picked) => onChange(picked, picked)} />
  );
}

function JsonField({ info, value, onChange, control }: ParamFieldProps) {
  return (
    <TextArea
      {...control}
      rows={3}
      className="font-mono text-secondary"
      value={textOf(value, info)}
      placeholder={info.placeholder}
      onChange={(event) => onChange(event.target.value, event.target.value)}
    />
  );
}

/** The one table of how each kind of param is edited. */
export const FIELD_BY_KIND = {
  text: TextField,
  multiline: MultilineField,
  number: NumberField,
  boolean: BooleanField,
  choice: ChoiceField,
  json: JsonField,
  file: FileField,
  secret: SecretField,
} as const satisfies Record<ParamKind, (props: ParamFieldProps) => ReactNode>;
