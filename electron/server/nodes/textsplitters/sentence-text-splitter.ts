import { sentenceTextSplitter as definition } from '../../../../shared/nodes/textsplitters/sentence-text-splitter.ts';
import { implement } from '../../core/node-kinds.ts';
import { splitSentences } from '../../splitters/sentences/split-sentences.ts';
import { openTokenCounter } from '../../splitters/tokens/token-counter.ts';

/** Joins sentences up to a number of tokens of the flow's own model: see {@link splitSentences}. */
export const sentenceTextSplitter = implement(definition, {
  async open(options, _inputs, context) {
    const counter = await openTokenCounter(context);
    return { split: (text) => splitSentences(text, counter, options) };
  },
});
