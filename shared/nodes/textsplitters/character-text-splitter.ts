import { z } from 'zod';
import { t } from '../../texts/t.ts';
import { defineNode } from '../define-node.ts';
import { textParam } from '../params.ts';
import {
  chunkOverlapParam,
  chunkSizeParam,
  OVERLAP_MISFIT,
  overlapFits,
  sizeSummary,
  splitterOutput,
} from './common.ts';

const WRITTEN: Readonly<Record<string, string>> = { '\\n': '\n', '\\r': '\r', '\\t': '\t', '\\\\': '\\' };

/**
 * A separator as typed in a form: `
 * `, `\r`, `\t` mean line feed, carriage return and tab, `\\` a backslash.
 */
export function readSeparator(typed: string): string {
  return typed.replace(/\\[nrt\\]/g, (typedMark) => WRITTEN[typedMark] ?? typedMark);
}

export const characterTextSplitter = defineNode({
  kind: 'textsplitter',
  name: 'characterTextSplitter',
  version: 1,
  label: 'Character Text Splitter',
  description:
    'Cuts text at one separator only, and joins the pieces up to the chunk size. A piece without a separator stays whole.',
  icon: 'separator-vertical',
  type: 'CharacterTextSplitter',
  synonyms: ['chunk', 'split', 'separator', 'delimiter', 'character', 'paragraph'],
  params: z
    .object({
      chunkSize: chunkSizeParam('characters'),
      chunkOverlap: chunkOverlapParam('characters'),
      separator: textParam({
        title: 'Custom separator',
        help: 'Where to cut; chunks do not begin or end with it. \\n means a line break, \\t a tab. Empty: a blank line.',
        placeholder: '\\n\\n',
      }),
    })
    .refine(overlapFits, OVERLAP_MISFIT),
  summary: (params) =>
    sizeSummary(
      params,
      params.separator === '' ? t('by blank line') : t('by {separator}', { separator: shown(params.separator) }),
    ),
  inputs: [],
  outputs: splitterOutput('characterTextSplitter', 'CharacterTextSplitter'),
});

/** With escaped line breaks, so that it fits a line. */
function shown(separator: string): string {
  return JSON.stringify(readSeparator(separator));
}
