import { codeTextSplitter as definition } from '../../../../shared/nodes/textsplitters/code-text-splitter.ts';
import { implement } from '../../core/node-kinds.ts';
import { CODE_SEPARATORS } from '../../splitters/separators/code-separators.ts';
import { splitRecursively } from '../../splitters/separators/split-recursively.ts';

/** Cuts at the keywords that begin lines in the language: see {@link splitRecursively}. */
export const codeTextSplitter = implement(definition, {
  open({ language, ...limits }) {
    const options = { ...limits, separators: CODE_SEPARATORS[language] };
    return { split: (text) => splitRecursively(text, options) };
  },
});
