import { create } from 'zustand';

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

const STORAGE_KEY = 'tributary.theme';

function readTheme(): Theme {
  const saved = localStorage.getItem(STORAGE_KEY);
  return THEMES.find((theme) => theme === saved) ?? 'system';
}

interface ThemeStore {
  readonly theme: Theme;
}

export const useThemeStore = create<ThemeStore>()(() => ({ theme: readTheme() }));

/** Changes the theme of this window and remembers it in this browser. */
export function setTheme(theme: Theme): void {
  localStorage.setItem(STORAGE_KEY, theme);
  useThemeStore.setState({ theme });
  applyTheme();
}

/** Puts the theme on the page; called once before the first paint. */
export function applyTheme(): void {
  document.documentElement.dataset.theme = useThemeStore.getState().theme;
}
