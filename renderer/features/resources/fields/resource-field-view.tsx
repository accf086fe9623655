import { t } from '../../../../shared/texts/t.ts';
import { useCredentials } from '../../../api/credentials.ts';
import { CodeEditor } from '../../../ui/code/code-editor.tsx';
import { Field, type FieldControl } from '../../../ui/controls/field.tsx';
import { TextArea, TextInput } from '../../../ui/controls/inputs.tsx';
import { Select } from '../../../ui/controls/select.tsx';
import type { ResourceField } from '../resource.ts';
import { ParameterRows } from './parameter-rows.tsx';

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
