import { markdownTextSplitter as definition } from '../../../../shared/nodes/textsplitters/markdown-text-splitter.ts';
import { implement } from '../../core/node-kinds.ts';
import { keepContext } from '../../splitters/markdown/keep-context.ts';
import { splitMarkdown, splitMarkdownSections } from '../../splitters/markdown/split-markdown.ts';

/** Cuts at headings and other Markdown separators; see {@link splitMarkdownSections} for `splitByHeaders`. */
export const markdownTextSplitter = implement(definition, {
  open({ splitByHeaders, ...limits }) {
    if (splitByHeaders === 'disabled') {
      return { split: (text) => keepContext(text, limits, (watched) => splitMarkdown(watched, limits)) };
    }
    const options = { ...limits, level: Number(splitByHeaders.slice(1)) };
    return { split: (text) => keepContext(text, limits, (watched) => splitMarkdownSections(watched, options)) };
  },
});
