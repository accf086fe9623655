import type { NodeDefinition } from '../../shared/nodes/define-node.ts';
import { categoryOf } from '../../shared/nodes/kinds.ts';
import { allNodeDefinitions } from '../../shared/nodes/registry.ts';
import { t } from '../../shared/texts/t.ts';

function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().split(/[\s()-]+/);
}

/** How well a word fits a node: the label's beginning is best, then its words, name, synonyms, category. 0: not at all. */
function scoreExactly(definition: NodeDefinition, word: string): number {
  const label = definition.label.toLowerCase();
  const aliases = (definition.aliases ?? []).flatMap(({ name, label }) => [name, label]);
  const synonyms = [...definition.synonyms, ...aliases].flatMap(wordsOf);
  if (label.startsWith(word)) return 6;
  if (wordsOf(label).some((part) => part.startsWith(word))) return 5;
  if (synonyms.includes(word)) return 4;
  if (label.includes(word) || definition.name.toLowerCase().includes(word)) return 3;
  if (synonyms.some((part) => part.startsWith(word))) return 2;
  return t(categoryOf(definition)).toLowerCase().includes(word) ? 1 : 0;
}

/** As {@link scoreExactly}; "books" finds what "book" does. */
function scoreWord(definition: NodeDefinition, word: string): number {
  const score = scoreExactly(definition, word);
  return score === 0 && word.length > 3 && word.endsWith('s') ? scoreExactly(definition, word.slice(0, -1)) : score;
}

/** Nodes that fit every word of the query, best first; all of them, in palette order, for an empty one. */
export function searchNodes(
  query: string,
  definitions: readonly NodeDefinition[] = allNodeDefinitions,
): readonly NodeDefinition[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return definitions;
  return definitions
    .map((definition) => {
      const scores = words.map((word) => scoreWord(definition, word));
      return { definition, score: scores.includes(0) ? 0 : scores.reduce((sum, score) => sum + score, 0) };
    })
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .map(({ definition }) => definition);
}
