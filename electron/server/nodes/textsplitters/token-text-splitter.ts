import { tokenTextSplitter as definition } from '../../../../shared/nodes/textsplitters/token-text-splitter.ts';
import { implement } from '../../core/node-kinds.ts';
import { openBpeTokenizer } from '../../splitters/tokens/bpe-tokenizer.ts';
import { splitByTokens } from '../../splitters/tokens/split-by-tokens.ts';

/** Cuts after a fixed number of tokens: see {@link splitByTokens}. */
export const tokenTextSplitter = implement(definition, {
  async open({ encodingName, ...limits }) {
    const tokenizer = await openBpeTokenizer(encodingName);
    return { split: (text) => splitByTokens(text, tokenizer, limits) };
  },
});
