import { IntlMessageFormat } from 'intl-messageformat';

/** The languages of the window; English stands in the code, the others in the catalogues beside this file. */
export const LANGUAGES = ['en', 'de', 'zh'] as const;
export type Language = (typeof LANGUAGES)[number];

/** English text, as it stands in the code, to its translation; both in the message format of ICU where values go in. */
export type Catalogue = Readonly<Record<string, string>>;

export type TextValue = string | number;

const LOCALES: Readonly<Record<Language, string>> = { en: 'en-GB', de: 'de-DE', zh: 'zh-CN' };

let language: Language = 'en';
let catalogue: Catalogue = {};
const messages = new Map<string, IntlMessageFormat>();

/** Chooses the language of all texts of this process. Called before the modules that hold texts are loaded; a server never calls it and speaks English. */
export function speak(chosen: Language, texts: Catalogue): void {
  language = chosen;
  catalogue = texts;
  messages.clear();
}

/** The locale for numbers, dates and the order of names: "en-GB". */
export function locale(): string {
  return LOCALES[language];
}

/** Parsed once: `tags` are those of rich texts, <b>…</b>. */
export function messageOf(text: string, tags: boolean): IntlMessageFormat {
  const key = tags ? `<${text}` : text;
  const known = messages.get(key);
  if (known !== undefined) return known;
  const message = new IntlMessageFormat(catalogue[text] ?? text, locale(), undefined, { ignoreTag: !tags });
  messages.set(key, message);
  return message;
}

/**
 * A text in the language of the window: `t('Delete flow')`, `t('{count, plural, one {# file} other {# files}}', { count })`. A text that has no
 * translation is shown in English. Without values it is taken as it is, braces and all.
 */
export function t(text: string, values?: Readonly<Record<string, TextValue>>): string {
  if (values === undefined) return catalogue[text] ?? text;
  return String(messageOf(text, false).format({ ...values }));
}
