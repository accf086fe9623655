import { ar } from './verdict-pairs/ar.ts';
import { de } from './verdict-pairs/de.ts';
import { en } from './verdict-pairs/en.ts';
import { es } from './verdict-pairs/es.ts';
import { fr } from './verdict-pairs/fr.ts';
import { ja } from './verdict-pairs/ja.ts';
import type { PassageCases, Trap } from './verdict-pairs/passage-cases.ts';
import { zh } from './verdict-pairs/zh.ts';

type Language = 'en' | 'de' | 'fr' | 'es' | 'zh' | 'ja' | 'ar';

/** A sentence, the passage that it cites, and what a checker has to say. Only `notFound` pairs have a trap. */
export interface VerdictPair {
  readonly language: Language;
  readonly sentence: string;
  readonly passage: string;
  readonly verdict: 'quoted' | 'similar' | 'notFound';
  readonly trap?: Trap;
}

function pairsOf(language: Language, passages: readonly PassageCases[]): readonly VerdictPair[] {
  return passages.flatMap(({ passage, quoted = [], similar = [], invented = [], traps = [] }) => [
    ...quoted.map((sentence): VerdictPair => ({ language, sentence, passage, verdict: 'quoted' })),
    ...similar.map((sentence): VerdictPair => ({ language, sentence, passage, verdict: 'similar' })),
    ...invented.map((sentence): VerdictPair => ({ language, sentence, passage, verdict: 'notFound' })),
    ...traps.map(([trap, sentence]): VerdictPair => ({ language, sentence, passage, verdict: 'notFound', trap })),
  ]);
}

/** 200 pairs in seven languages, written without knowledge of the checker. */
export const VERDICT_PAIRS: readonly VerdictPair[] = [
  ...pairsOf('en', en),
  ...pairsOf('de', de),
  ...pairsOf('fr', fr),
  ...pairsOf('es', es),
  ...pairsOf('zh', zh),
  ...pairsOf('ja', ja),
  ...pairsOf('ar', ar),
];
