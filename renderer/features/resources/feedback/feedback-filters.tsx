import { t } from '../../../../shared/texts/t.ts';
import { Field } from '../../../ui/controls/field.tsx';
import { TextInput } from '../../../ui/controls/inputs.tsx';
import { Select } from '../../../ui/controls/select.tsx';

const RATINGS = [
  { value: '', label: t('All ratings') },
  { value: 'THUMBS_UP', label: t('Good') },
  { value: 'THUMBS_DOWN', label: t('Bad') },
];

type Search = Readonly<Record<string, string>>;

export interface FeedbackFiltersProps {
  readonly search: Search;
  /** Names of flows by their ids. */
  readonly flows: ReadonlyMap<string, string>;
  readonly onChange: (search: Search) => void;
}

/** Which feedback is shown: of a flow, with a rating, between two days. */
export function FeedbackFilters({ search, flows, onChange }: FeedbackFiltersProps) {
  const { flow = '', rating = '', from = '', to = '' } = search;
  const set = (change: Search) => onChange({ ...search, ...change });
  const flowOptions = [{ value: '', label: t('All flows') }, ...[...flows].map(([value, label]) => ({ value, label }))];
  return (
    <>
      <Field label={t('Flow')} className="w-56">
        {(control) => (
          <Select {...control} value={flow} options={flowOptions} onValueChange={(value) => set({ flow: value })} />
        )}
      </Field>
      <Field label={t('Rating')} className="w-36">
        {(control) => (
          <Select {...control} value={rating} options={RATINGS} onValueChange={(value) => set({ rating: value })} />
        )}
      </Field>
      <Field label={t('From')} className="w-36">
        {(control) => (
          <TextInput
            {...control}
            type="date"
            value={from}
            max={to}
            onChange={(event) => set({ from: event.target.value })}
          />
        )}
      </Field>
      <Field label={t('To')} className="w-36">
        {(control) => (
          <TextInput
            {...control}
            type="date"
            value={to}
            min={from}
            onChange={(event) => set({ to: event.target.value })}
          />
        )}
      </Field>
    </>
  );
}
