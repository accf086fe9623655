import { t } from '../../../shared/texts/t.ts';
import type { Askable } from '../../api/ask.ts';
import { Field } from '../../ui/controls/field.tsx';
import { NumberInput, TextInput } from '../../ui/controls/inputs.tsx';
import { Select } from '../../ui/controls/select.tsx';
import type { Mode, Problems, SearchSettings } from './settings.ts';

const MODES = [
  { value: 'hybrid', label: t('Words and meaning') },
  { value: 'vector', label: t('Meaning') },
  { value: 'keyword', label: t('Words') },
] as const satisfies readonly { value: Mode; label: string }[];

export interface SettingsFormProps {
  readonly name: string;
  readonly settings: SearchSettings;
  readonly problems: Problems;
  readonly askables: readonly Askable[];
  readonly onChange: (change: Partial<SearchSettings>) => void;
}

/** One way to search. */
export function SettingsForm({ name, settings, problems, askables, onChange }: SettingsFormProps) {
  const options = askables.map(({ id, kind, name: label }) => ({
    value: id,
    label: kind === 'flow' ? label : t('{name} (store)', { name: label }),
  }));
  return (
    <fieldset className="grid grid-cols-2 gap-x-3 gap-y-2 rounded-card border border-border bg-surface p-3">
      <legend className="px-1 font-semibold">{name}</legend>
      <Field label={t('Search in')} className="col-span-2" problem={problems.target}>
        {(control) => (
          <Select
            {...control}
            value={settings.target}
            options={options}
            onValueChange={(target) => onChange({ target })}
          />
        )}
      </Field>
      <Field label={t('Search by')}>
        {(control) => (
          <Select
            {...control}
            value={settings.mode}
            options={MODES}
            onValueChange={(value) => onChange({ mode: MODES.find((mode) => mode.value === value)?.value ?? 'hybrid' })}
          />
        )}
      </Field>
      <Field label={t('Passages')} problem={problems.topK}>
        {(control) => (
          <NumberInput
            {...control}
            value={settings.topK}
            onChange={(event) => onChange({ topK: event.target.value })}
          />
        )}
      </Field>
      <Field
        label={t('Weight of meaning')}
        help={
          settings.mode === 'hybrid'
            ? t('1 counts words and meaning alike.')
            : t('Only for words and meaning together.')
        }
        problem={problems.weight}
      >
        {(control) => (
          <NumberInput
            {...control}
            disabled={settings.mode !== 'hybrid'}
            placeholder={t('As the model has it')}
            value={settings.weight}
            onChange={(event) => onChange({ weight: event.target.value })}
          />
        )}
      </Field>
      <Field label={t('Filter by metadata')} help={t('As JSON. Empty: everything.')} problem={problems.filter}>
        {(control) => (
          <TextInput
            {...control}
            className="font-mono"
            placeholder='{"source": "handbook.md"}'
            value={settings.filter}
            onChange={(event) => onChange({ filter: event.target.value })}
          />
        )}
      </Field>
    </fieldset>
  );
}
