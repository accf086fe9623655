import { Contrast, Monitor, Moon, Sun } from 'lucide-react';
import { RadioGroup } from 'radix-ui';
import type { ReactNode } from 'react';
import { t } from '../../../../shared/texts/t.ts';
import { THEMES, type Theme } from '../../../../shared/themes.ts';
import { setTheme, useThemeStore } from '../../../stores/theme-store.ts';

const THEME_LOOKS: Readonly<Record<Theme, { readonly label: string; readonly icon: ReactNode }>> = {
  system: { label: t('As the system'), icon: <Monitor aria-hidden="true" /> },
  light: { label: t('Light'), icon: <Sun aria-hidden="true" /> },
  dark: { label: t('Dark'), icon: <Moon aria-hidden="true" /> },
  contrast: { label: t('High contrast'), icon: <Contrast aria-hidden="true" /> },
};

function isTheme(value: string): value is Theme {
  return THEMES.some((theme) => theme === value);
}

export function ThemeChoice() {
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
