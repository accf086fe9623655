import { create } from 'zustand';
import { THEMES, type Theme } from '../../shared/themes.ts';

const STORAGE_KEY = 'tributary.theme';

/** Asked of the system, for every theme. */
const MORE_CONTRAST = '(prefers-contrast: more)';

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
  showTheme();
}

function showTheme(): void {
  const { theme } = useThemeStore.getState();
  const { dataset } = document.documentElement;
  dataset.theme = theme === 'contrast' ? 'system' : theme;
  dataset.contrast = theme === 'contrast' || window.matchMedia(MORE_CONTRAST).matches ? 'more' : 'normal';
}

/** Puts the theme on the page, and follows the system; called once before the first paint. */
export function applyTheme(): void {
  showTheme();
  window.matchMedia(MORE_CONTRAST).addEventListener('change', showTheme);
}
