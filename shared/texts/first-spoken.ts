import { LANGUAGES, type Language } from './t.ts';

/** The first of these that the app speaks ("de-AT": German), or English. */
export function firstSpoken(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const [spoken] = tag.toLowerCase().split('-');
    const found = LANGUAGES.find((language) => language === spoken);
    if (found !== undefined) return found;
  }
  return 'en';
}
