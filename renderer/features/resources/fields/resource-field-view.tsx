import { Plus, Trash2 } from 'lucide-react';
import { PARAMETER_TYPES, readParameters, type ToolParameter } from '../../../../shared/api/tool-parameters.ts';
import { t } from '../../../../shared/texts/t.ts';
import { useCredentials } from '../../../api/credentials.ts';
import { CodeEditor } from '../../../ui/code/code-editor.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { Field, type FieldControl } from '../../../ui/controls/field.tsx';
import { IconButton } from '../../../ui/controls/icon-button.tsx';
import { TextArea, TextInput } from '../../../ui/controls/inputs.tsx';
import { Select } from '../../../ui/controls/select.tsx';
import { Switch } from '../../../ui/controls/switch.tsx';
import type { ResourceField } from '../resource.ts';
import { writeParameters } from './tool-parameters.ts';

const TYPES = PARAMETER_TYPES.map((value) => ({ value, label: value }));

interface RowProps {
  readonly parameter: ToolParameter;
  /** From 1. */
  readonly place: number;
  readonly onChange: (parameter: ToolParameter) => void;
  readonly onRemove: () => void;
}

function ParameterRow({ parameter, place, onChange, onRemove }: RowProps) {
  const name = parameter.property === '' ? t('parameter {place}', { place }) : parameter.property;
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_6.5rem_minmax(0,1.6fr)_auto_auto] items-center gap-2">
      <TextInput
        aria-label={t('Name of parameter {place}', { place })}
        placeholder={t('Name')}
        className="font-mono"
        value={parameter.property}
        onChange={(event) => onChange({ ...parameter, property: event.target.value })}
      />
      <Select
        aria-label={t('Type of {name}', { name })}
        value={parameter.type}
        options={TYPES}
        onValueChange={(type) => onChange({ ...parameter, type })}
      />
      <TextInput
        aria-label={t('Description of {name}', { name })}
        placeholder={t('What it is for')}
        value={parameter.description}
        onChange={(event) => onChange({ ...parameter, description: event.target.value })}
      />
      <span className="flex items-center gap-1.5 text-secondary text-muted">
        <Switch
          aria-label={t('{name} is required', { name })}
          size="small"
          checked={parameter.required}
          onCheckedChange={(required) => onChange({ ...parameter, required })}
        />
        <span aria-hidden="true">{t('Required')}</span>
      </span>
      <IconButton label={t('Remove {name}', { name })} icon={<Trash2 />} onClick={onRemove} />
    </li>
  );
}

interface ParameterRowsProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly 'aria-describedby'?: string | undefined;
  readonly 'aria-invalid'?: true | undefined;
}

/** The parameters of a function, a row each. A text that is no list of parameters is shown as it is. */
function ParameterRows({ value, onChange, ...described }: ParameterRowsProps) {
  const parameters = readParameters(value);
  if (parameters === undefined) {
    return <CodeEditor {...described} label={t('Parameters')} language="json" value={value} onChange={onChange} />;
  }
  const change = (next: readonly ToolParameter[]) => onChange(writeParameters(next));
  const added = { property: '', description: '', type: 'string', required: false };
  return (
    <div className="flex flex-col items-start gap-2">
      {parameters.length === 0 ? null : (
        <ul aria-label={t('Parameters')} className="flex w-full flex-col gap-2">
          {parameters.map((parameter, index) => (
            <ParameterRow
              // biome-ignore lint/suspicious/noArrayIndexKey: a parameter has no name of its own while it is typed
              key={index}
              parameter={parameter}
              place={index + 1}
              onChange={(changed) => change(parameters.map((one, at) => (at === index ? changed : one)))}
              onRemove={() => change(parameters.filter((_, at) => at !== index))}
            />
          ))}
        </ul>
      )}
      <Button icon={<Plus aria-hidden="true" />} onClick={() => change([...parameters, added])}>
        {t('Add a parameter')}
      </Button>
    </div>
  );
}

interface ControlProps {
  readonly field: ResourceField;
  readonly control: FieldControl;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** One of the stored credentials, or none. */
function CredentialChoice({ control, value, onChange }: Omit<ControlProps, 'field'>) {
  const { data = [] } = useCredentials();
  const options = [{ value: '', label: t('None') }, ...data.map(({ id, name }) => ({ value: id, label: name }))];
  const isGone = !options.some((option) => option.value === value);
  return (
    <Select
      {...control}
      value={value}
      options={isGone ? [...options, { value, label: t('One that is not here') }] : options}
      onValueChange={onChange}
    />
  );
}

function Control({ field, control, value, onChange }: ControlProps) {
  const { kind, label, placeholder, options = [] } = field;
  const { id: _, ...described } = control;
  switch (kind) {
    case 'long':
      return (
        <TextArea
          {...control}
          value={value}
          placeholder={placeholder}
          onChange={(event) => onChange(event.target.value)}
        />
      );
    case 'javascript':
    case 'json':
      return (
        <CodeEditor
          {...described}
          label={label}
          language={kind}
          value={value}
          placeholder={placeholder}
          onChange={onChange}
        />
      );
    case 'choice':
      return <Select {...control} value={value} options={options} onValueChange={onChange} />;
    case 'credential':
      return <CredentialChoice control={control} value={value} onChange={onChange} />;
    case 'parameters':
      return <ParameterRows {...described} value={value} onChange={onChange} />;
    default:
      return (
        <TextInput
          {...control}
          type={kind === 'secret' ? 'password' : 'text'}
          autoComplete={kind === 'secret' ? 'new-password' : 'off'}
          value={value}
          placeholder={placeholder}
          onChange={(event) => onChange(event.target.value)}
        />
      );
  }
}

export interface ResourceFieldViewProps {
  readonly field: ResourceField;
  readonly value: string;
  readonly problem: string | undefined;
  readonly onChange: (value: string) => void;
}

/** A field of a form by its kind, with its problem. */
export function ResourceFieldView({ field, value, problem, onChange }: ResourceFieldViewProps) {
  return (
    <Field label={field.label} help={field.help} problem={problem}>
      {(control) => <Control field={field} control={control} value={value} onChange={onChange} />}
    </Field>
  );
}
