import { loadLanguage } from './stores/language-store.ts';
import { applyTheme } from './stores/theme-store.ts';

applyTheme();

// The language comes before all other modules, many of which hold texts.
loadLanguage()
  .then(() => import('./start.tsx'))
  .then(({ start }) => start());
