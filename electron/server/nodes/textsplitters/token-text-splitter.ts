import { tokenTextSplitter as definition } from '../../../../shared/nodes/textsplitters/token-text-splitter.ts';
import { implement } from '../kinds.ts';
import { openBpeTokenizer } from './tokens/bpe-tokenizer.ts';
import { splitByTokens } from './tokens/split-by-tokens.ts';

/** Cuts every so many tokens: see {@link splitByTokens}. */
export const tokenTextSplitter = implement(definition, {
  async create({ encodingName, ...limits }) {
    const tokenizer = await openBpeTokenizer(encodingName);
    return { split: (text) => splitByTokens(text, tokenizer, limits) };
  },
});
