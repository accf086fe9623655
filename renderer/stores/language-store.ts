import { firstSpoken } from '../../shared/texts/first-spoken.ts';
import { type Catalogue, LANGUAGES, type Language, speak } from '../../shared/texts/t.ts';

/** `system` is the first language of the system that the window speaks. */
export type LanguageChoice = Language | 'system';

const STORAGE_KEY = 'tributary.language';

const CATALOGUES: Readonly<Record<Exclude<Language, 'en'>, () => Promise<{ readonly default: Catalogue }>>> = {
  de: () => import('../../shared/texts/de.json'),
  zh: () => import('../../shared/texts/zh.json'),
};

export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = { en: 'English', de: 'Deutsch', zh: '简体中文' };

export function isLanguageChoice(value: string | null): value is LanguageChoice {
  return value === 'system' || LANGUAGES.some((language) => language === value);
}

/** What the person chose in this browser. */
export function readLanguage(): LanguageChoice {
  const saved = localStorage.getItem(STORAGE_KEY);
  return isLanguageChoice(saved) ? saved : 'system';
}

/** The language that the window speaks. */
export function spokenLanguage(): Language {
  const choice = readLanguage();
  return choice === 'system' ? firstSpoken(navigator.languages) : choice;
}

/** Called once, before any module with texts is loaded. */
export async function loadLanguage(): Promise<void> {
  const language = spokenLanguage();
  document.documentElement.lang = language;
  if (language === 'en') return;
  const { default: texts } = await CATALOGUES[language]();
  speak(language, texts);
}

/** Remembers the language in this browser and loads the page again in it. Edits stay: the page saves them, or stores them as drafts, when it closes. */
export function setLanguage(choice: LanguageChoice): void {
  localStorage.setItem(STORAGE_KEY, choice);
  window.location.reload();
}
