import {
  DEFAULT_SEPARATORS,
  recursiveCharacterTextSplitter as definition,
} from '../../../../shared/nodes/textsplitters/recursive-character-text-splitter.ts';
import { implement } from '../../core/node-kinds.ts';
import { keepContext } from '../../splitters/markdown/keep-context.ts';
import { splitRecursively } from '../../splitters/separators/split-recursively.ts';

/** Cuts at paragraphs, then lines, then words, then anywhere: see {@link splitRecursively} and {@link keepContext}. */
export const recursiveCharacterTextSplitter = implement(definition, {
  open({ chunkSize, chunkOverlap, separators }) {
    const options = {
      chunkSize,
      chunkOverlap,
      separators: separators === undefined || separators.length === 0 ? DEFAULT_SEPARATORS : separators,
    };
    return { split: (text) => keepContext(text, options, (watched) => splitRecursively(watched, options)) };
  },
});
