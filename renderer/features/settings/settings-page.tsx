import { FolderOpen, Keyboard, Monitor, Moon, Sun } from 'lucide-react';
import { RadioGroup } from 'radix-ui';
import type { ReactNode } from 'react';
import { useEditorLayoutStore } from '../../stores/editor-layout-store.ts';
import { hrefOf } from '../../stores/router.ts';
import { setTheme, THEMES, type Theme, useThemeStore } from '../../stores/theme-store.ts';
import { Button } from '../../ui/controls/button.tsx';

const THEME_LOOKS: Readonly<Record<Theme, { readonly label: string; readonly icon: ReactNode }>> = {
  system: { label: 'As the system', icon: <Monitor aria-hidden="true" /> },
  light: { label: 'Light', icon: <Sun aria-hidden="true" /> },
  dark: { label: 'Dark', icon: <Moon aria-hidden="true" /> },
};

function isTheme(value: string): value is Theme {
  return THEMES.some((theme) => theme === value);
}

function ThemeChoice() {
  const theme = useThemeStore((state) => state.theme);
  return (
    <RadioGroup.Root
      aria-label="Theme"
      value={theme}
      onValueChange={(value) => (isTheme(value) ? setTheme(value) : undefined)}
      className="flex gap-2"
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

function Section({
  title,
  help,
  children,
}: {
  readonly title: string;
  readonly help: string;
  readonly children: ReactNode;
}) {
  return (
    <section className="grid grid-cols-[200px_minmax(0,1fr)] gap-x-8 border-b border-border py-6 last:border-b-0 max-lg:grid-cols-[minmax(0,1fr)] max-lg:gap-y-3">
      <div>
        <h2 className="font-semibold">{title}</h2>
        <p className="text-secondary text-muted">{help}</p>
      </div>
      <div>{children}</div>
    </section>
  );
}

export function SettingsPage() {
  const bridge = window.tributary;
  return (
    <main className="h-full overflow-y-auto">
      <div className="mx-auto max-w-220 px-8 py-10">
        <h1 className="mb-2 text-page font-semibold">Settings</h1>
        <Section title="Theme" help="Kept for this window and browser.">
          <ThemeChoice />
        </Section>
        <Section title="Keyboard" help="Everything can be reached by keys.">
          <Button
            icon={<Keyboard aria-hidden="true" />}
            onClick={() => useEditorLayoutStore.setState({ isShortcutSheetOpen: true })}
          >
            Show the shortcuts
          </Button>
        </Section>
        <Section title="Credentials" help="Kept encrypted on this machine, and never shown again.">
          <a
            href={hrefOf({ page: 'resources', tab: 'credentials' })}
            className="text-accent underline hover:text-accent-hover"
          >
            Show the credentials
          </a>
        </Section>
        {bridge === undefined ? null : (
          <Section title="Data" help="Flows, chunks and vectors all lie in one folder.">
            <Button icon={<FolderOpen aria-hidden="true" />} onClick={() => void bridge.showDataFolder()}>
              Show the data folder
            </Button>
          </Section>
        )}
      </div>
    </main>
  );
}
