import { useId } from 'react';
import { t } from '../../../../shared/texts/t.ts';
import { isLanguageChoice, LANGUAGE_NAMES, readLanguage, setLanguage } from '../../../stores/language-store.ts';
import { Select } from '../../../ui/controls/select.tsx';

/** Each language under its own name, for who can't read the one that is shown. */
const OPTIONS = [
  { value: 'system', label: t('As the system') },
  ...Object.entries(LANGUAGE_NAMES).map(([value, label]) => ({ value, label })),
];

export function LanguageChoice() {
  return (
    <div className="w-60">
      <Select
        id={useId()}
        aria-label={t('Language')}
        value={readLanguage()}
        options={OPTIONS}
        onValueChange={(value) => (isLanguageChoice(value) ? setLanguage(value) : undefined)}
      />
    </div>
  );
}
