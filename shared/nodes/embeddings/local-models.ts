/** The built-in model: Universal Sentence Encoder lite. */
export const BUILT_IN_MODEL = 'built-in';

/** An on-device model that we know and offer. */
export interface LocalModel {
  /** Hugging Face's owner/name, or {@link BUILT_IN_MODEL}. */
  readonly id: string;
  /** What forms call it. */
  readonly label: string;
  /** What is fetched, once. 0: it comes with the app. */
  readonly sizeBytes: number;
  /** SPDX id, as its page on the hub says. */
  readonly licence: string;
  readonly languages: string;
  /** What it is good for. */
  readonly purpose: string;
}

export const LOCAL_MODELS: readonly LocalModel[] = [
  {
    id: BUILT_IN_MODEL,
    label: 'Built-in (English, small)',
    sizeBytes: 0,
    licence: 'Apache-2.0',
    languages: 'English',
    purpose: 'For a first try, and without a network: it works at once, and finds by meaning only roughly.',
  },
  {
    id: 'Xenova/bge-small-en-v1.5',
    label: 'BGE small (English, best)',
    sizeBytes: 34_000_000,
    licence: 'MIT',
    languages: 'English',
    purpose: 'Finds best in English texts.',
  },
  {
    id: 'Xenova/all-MiniLM-L6-v2',
    label: 'MiniLM L6 (English, fast)',
    sizeBytes: 23_000_000,
    licence: 'Apache-2.0',
    languages: 'English',
    purpose: 'The fastest for large collections in English.',
  },
  {
    id: 'Xenova/multilingual-e5-small',
    label: 'E5 small (100 languages)',
    sizeBytes: 118_000_000,
    licence: 'MIT',
    languages: '100 languages',
    purpose: 'For texts that are not in English, or in several languages.',
  },
];

/** The better model to offer in place of the built-in one. @param language of the person, as browsers name it: "de-CH" */
export function recommendModel(language: string): string {
  return /^en\b/i.test(language) ? 'Xenova/bge-small-en-v1.5' : 'Xenova/multilingual-e5-small';
}
