import { type ChangeEvent, type ReactNode, useState } from 'react';
import type { ParamKind } from '../../shared/nodes/params.ts';
import { NumberInput, TextArea, TextInput } from '../ui/controls/inputs.tsx';
import { OpenSelect } from '../ui/controls/open-select.tsx';
import { Select } from '../ui/controls/select.tsx';
import { Switch } from '../ui/controls/switch.tsx';
import { FileField } from './file-field.tsx';
import { isOn, numberOf, textOf, unitOf } from './form-values.ts';
import { ModelField } from './model-field.tsx';
import type { ParamFieldProps } from './param-field-props.ts';
import { PathButtons } from './path-buttons.tsx';
import { opensReference, VariableMenu } from './variable-menu.tsx';

/** A text field with the list of variables, which also opens when {{ is typed. */
function useVariables({ info, value, onChange, control }: ParamFieldProps) {
  const [isOpen, setIsOpen] = useState(false);
  const text = textOf(value, info);
  function type({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) {
    onChange(target.value, target.value);
    if (opensReference(text, target.value, target.selectionStart ?? target.value.length)) setIsOpen(true);
  }
  const menu = (
    <VariableMenu
      controlId={control.id}
      title={info.title}
      text={text}
      isOpen={isOpen}
      onOpenChange={setIsOpen}
      onText={(next) => onChange(next, next)}
    />
  );
  return { text, type, menu };
}

function TextField(props: ParamFieldProps) {
  const { text, type, menu } = useVariables(props);
  const { placeholder, pathOf } = props.info;
  return (
    <div className="flex gap-1">
      <div className="group/text relative min-w-0 flex-1">
        <TextInput {...props.control} value={text} placeholder={placeholder} onChange={type} />
        {menu}
      </div>
      {pathOf === undefined ? null : <PathButtons kind={pathOf} path={text} onPath={(path) => props.onChange(path)} />}
    </div>
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

function MultilineField(props: ParamFieldProps) {
  const { text, type, menu } = useVariables(props);
  return (
    <div className="group/text relative">
      <TextArea {...props.control} value={text} placeholder={props.info.placeholder} onChange={type} />
      {menu}
    </div>
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
  if (info.isListed === true) return <ModelField info={info} value={value} onChange={onChange} control={control} />;
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
