import { codeTextSplitter as definition } from '../../../../shared/nodes/textsplitters/code-text-splitter.ts';
import { implement } from '../kinds.ts';
import { CODE_SEPARATORS } from './separators/code-separators.ts';
import { splitRecursively } from './separators/split-recursively.ts';

/** Cuts at what the language begins lines with: see {@link splitRecursively}. */
export const codeTextSplitter = implement(definition, {
  create({ language, ...limits }) {
    const options = { ...limits, separators: CODE_SEPARATORS[language] };
    return { split: (text) => splitRecursively(text, options) };
  },
});
