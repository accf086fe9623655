import { type Catalogue, type Language, speak } from '../../../shared/texts/t.ts';

const CATALOGUES: Readonly<Record<Language, () => Promise<{ readonly default: Catalogue }>>> = {
  en: () => Promise.resolve({ default: {} }),
  de: () => import('../../../shared/texts/de.json'),
  zh: () => import('../../../shared/texts/zh.json'),
};

/** Speaks a language from now on. What was built before, such as a menu, has to be built again. */
export async function speakLanguage(language: Language): Promise<void> {
  const { default: texts } = await CATALOGUES[language]();
  speak(language, texts);
}
