import { readdirSync, readFileSync } from 'node:fs';
import { z } from 'zod';

export const KINDS = ['words', 'paraphrase', 'names'] as const;
export type Kind = (typeof KINDS)[number];

const pairs = z.array(z.tuple([z.string(), z.string()]));

/** By kind: question, and a part of the passage that answers it. */
const EnglishSchema = z.strictObject({ words: pairs, paraphrase: pairs, names: pairs });

/** Passages with the question that each answers. A passage without one is a distractor. */
const LanguageSchema = z.array(z.union([z.tuple([z.string(), z.string()]), z.tuple([z.string()])]));

export interface Question {
  readonly text: string;
  /** A part of every chunk that answers it. */
  readonly anchor: string;
}

export interface EnglishQuestion extends Question {
  readonly kind: Kind;
  /** Settings are chosen on one half and reported on the other. A question's half is its place in the file, so questions are only ever replaced in place. */
  readonly half: 'A' | 'B';
}

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'));
}

export function readEnglishQuestions(): EnglishQuestion[] {
  const byKind = EnglishSchema.parse(readJson('./english-questions.json'));
  return KINDS.flatMap((kind) =>
    byKind[kind].map(([text, anchor], place) => ({ text, anchor, kind, half: place % 2 === 0 ? 'A' : 'B' }) as const),
  );
}

export interface LanguageSet {
  /** BCP 47 */
  readonly language: string;
  readonly passages: readonly string[];
  readonly questions: readonly Question[];
}

/** The sets of `languages/`, in the order of their names. */
export function readLanguageSets(): LanguageSet[] {
  const files = readdirSync(new URL('./languages/', import.meta.url)).sort();
  return files.map((file) => {
    const rows = LanguageSchema.parse(readJson(`./languages/${file}`));
    return {
      language: file.replace('.json', ''),
      passages: rows.map(([passage]) => passage),
      questions: rows.flatMap(([anchor, text]) => (text === undefined ? [] : [{ text, anchor }])),
    };
  });
}
