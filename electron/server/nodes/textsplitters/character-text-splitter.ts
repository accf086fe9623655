import {
  characterTextSplitter as definition,
  readSeparator,
} from '../../../../shared/nodes/textsplitters/character-text-splitter.ts';
import { implement } from '../../core/node-kinds.ts';
import { splitAtSeparator } from '../../splitters/separators/split-at-separator.ts';

/** LangChain's: a blank line. */
const DEFAULT_SEPARATOR = '\n\n';

/** Cuts at one separator: see {@link splitAtSeparator}. */
export const characterTextSplitter = implement(definition, {
  open({ separator: typed, ...limits }) {
    const options = { ...limits, separator: typed === '' ? DEFAULT_SEPARATOR : readSeparator(typed) };
    return { split: (text) => splitAtSeparator(text, options) };
  },
});
