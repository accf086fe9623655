import { z } from 'zod';
import { defineNode } from '../define-node.ts';
import { choiceParam } from '../params.ts';
import {
  chunkOverlapParam,
  chunkSizeParam,
  OVERLAP_MISFIT,
  overlapFits,
  sizeSummary,
  splitterOutput,
} from './common.ts';

/** Flowise's names of the languages. */
export const CODE_LANGUAGES = [
  { value: 'c', label: 'C' },
  { value: 'cobol', label: 'COBOL' },
  { value: 'cpp', label: 'C++' },
  { value: 'csharp', label: 'C#' },
  { value: 'elixir', label: 'Elixir' },
  { value: 'go', label: 'Go' },
  { value: 'haskell', label: 'Haskell' },
  { value: 'html', label: 'HTML' },
  { value: 'java', label: 'Java' },
  { value: 'js', label: 'JavaScript' },
  { value: 'kotlin', label: 'Kotlin' },
  { value: 'latex', label: 'LaTeX' },
  { value: 'lua', label: 'Lua' },
  { value: 'markdown', label: 'Markdown' },
  { value: 'php', label: 'PHP' },
  { value: 'powershell', label: 'PowerShell' },
  { value: 'proto', label: 'Protocol Buffers' },
  { value: 'python', label: 'Python' },
  { value: 'rst', label: 'reStructuredText' },
  { value: 'ruby', label: 'Ruby' },
  { value: 'rust', label: 'Rust' },
  { value: 'scala', label: 'Scala' },
  { value: 'sol', label: 'Solidity' },
  { value: 'swift', label: 'Swift' },
  { value: 'ts', label: 'TypeScript' },
] as const;

export type CodeLanguage = (typeof CODE_LANGUAGES)[number]['value'];

export const codeTextSplitter = defineNode({
  kind: 'textsplitter',
  name: 'codeTextSplitter',
  version: 1,
  label: 'Code Text Splitter',
  description: 'Cuts source code where a class, a function or a block of its language begins; then at lines.',
  icon: 'braces',
  type: 'CodeTextSplitter',
  synonyms: ['chunk', 'split', 'source code', 'programming', 'function', 'class', 'python', 'javascript', 'typescript'],
  params: z
    .object({
      language: choiceParam({
        title: 'Language',
        help: 'The language of the files.',
        default: 'js',
        choices: CODE_LANGUAGES,
      }),
      chunkSize: chunkSizeParam('characters'),
      chunkOverlap: chunkOverlapParam('characters'),
    })
    .refine(overlapFits, OVERLAP_MISFIT),
  summary: (params) => sizeSummary(params, labelOf(params.language)),
  inputs: [],
  outputs: splitterOutput('codeTextSplitter', 'CodeTextSplitter'),
});

function labelOf(language: CodeLanguage): string {
  return CODE_LANGUAGES.find(({ value }) => value === language)?.label ?? language;
}
