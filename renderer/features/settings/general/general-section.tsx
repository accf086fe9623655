import { Contrast, Keyboard, Monitor, Moon, Sun } from 'lucide-react';
import { RadioGroup } from 'radix-ui';
import { type ReactNode, useId } from 'react';
import { t } from '../../../../shared/texts/t.ts';
import { THEMES, type Theme } from '../../../../shared/themes.ts';
import { useEditorLayoutStore } from '../../../stores/editor-layout-store.ts';
import { isLanguageChoice, LANGUAGE_NAMES, readLanguage, setLanguage } from '../../../stores/language-store.ts';
import { hrefOf } from '../../../stores/router.ts';
import { setTheme, useThemeStore } from '../../../stores/theme-store.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Select } from '../../../ui/controls/select.tsx';
import { SettingGroup } from '../setting-group.tsx';

const THEME_LOOKS: Readonly<Record<Theme, { readonly label: string; readonly icon: ReactNode }>> = {
  system: { label: t('As the system'), icon: <Monitor aria-hidden="true" /> },
  light: { label: t('Light'), icon: <Sun aria-hidden="true" /> },
  dark: { label: t('Dark'), icon: <Moon aria-hidden="true" /> },
  contrast: { label: t('High contrast'), icon: <Contrast aria-hidden="true" /> },
};

function isTheme(value: string): value is Theme {
  return THEMES.some((theme) => theme === value);
}

function ThemeChoice() {
  const theme = useThemeStore((state) => state.theme);
  return (
    <RadioGroup.Root
      aria-label={t('Theme')}
      value={theme}
      onValueChange={(value) => (isTheme(value) ? setTheme(value) : undefined)}
      className="flex flex-wrap gap-2"
    >
      {THEMES.map((value) => (
        <RadioGroup.Item
          key={value}
          value={value}
          className="flex h-9 items-center gap-2 rounded-control border border-border bg-surface px-3 transition-colors duration-80 hover:bg-hover data-[state=checked]:border-accent data-[state=checked]:bg-accent-soft data-[state=checked]:text-accent [&_svg]:size-4"
        >
          {THEME_LOOKS[value].icon}
          {THEME_LOOKS[value].label}
        </RadioGroup.Item>
      ))}
    </RadioGroup.Root>
  );
}

/** Each language under its own name, for who can't read the one that is shown. */
const OPTIONS = [
  { value: 'system', label: t('As the system') },
  ...Object.entries(LANGUAGE_NAMES).map(([value, label]) => ({ value, label })),
];

function LanguageChoice() {
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

export function GeneralSection() {
  return (
    <>
      <SettingGroup title={t('Theme')} help={t('Kept for this window and browser.')}>
        <ThemeChoice />
      </SettingGroup>
      <SettingGroup
        title={t('Language')}
        help={t('Of this window and browser. What the server says, such as errors of a run, stays in English.')}
      >
        <LanguageChoice />
      </SettingGroup>
      <SettingGroup title={t('Keyboard')} help={t('Everything can be reached by keys.')}>
        <Button
          icon={<Keyboard aria-hidden="true" />}
          onClick={() => useEditorLayoutStore.setState({ isShortcutSheetOpen: true })}
        >
          {t('Show the shortcuts')}
        </Button>
      </SettingGroup>
      <SettingGroup title={t('Credentials')} help={t('Kept encrypted on this machine, and never shown again.')}>
        <a className="text-accent underline" href={hrefOf({ page: 'resources', tab: 'credentials' })}>
          {t('Show the credentials')}
        </a>
      </SettingGroup>
    </>
  );
}
