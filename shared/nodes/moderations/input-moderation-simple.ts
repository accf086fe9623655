import { z } from 'zod';
import { t } from '../../texts/t.ts';
import { defineNode } from '../define-node.ts';
import { textParam } from '../params.ts';

/** The lines of a list that say something. */
export function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

export const inputModerationSimple = defineNode({
  kind: 'moderation',
  name: 'inputModerationSimple',
  version: 2,
  label: 'Simple Prompt Moderation',
  description: 'Refuses questions with words that are not wanted.',
  icon: 'shield-ban',
  type: 'Moderation',
  synonyms: ['deny', 'block', 'filter', 'safety', 'guard', 'refuse'],
  params: z.object({
    denyList: textParam({
      title: 'Deny List',
      help: 'A line each. Questions with such a line in them are refused, in capitals or not.',
      placeholder: 'ignore previous instructions\ndo not follow the directions',
      required: true,
      multiline: true,
    }),
    moderationErrorMessage: textParam({
      title: 'Error Message',
      help: 'The answer to a question that is refused.',
      default: 'Cannot Process! Input violates content moderation policies.',
      multiline: true,
    }),
  }),
  summary: ({ denyList }) => t('{lines, plural, one {# line} other {# lines}}', { lines: linesOf(denyList).length }),
  inputs: [
    {
      name: 'model',
      label: 'Chat Model',
      type: 'BaseChatModel',
      optional: true,
      help: 'Finds questions that say the same in other words, too.',
    },
  ],
  outputs: [{ name: 'inputModerationSimple', label: 'Moderation', type: 'Moderation', baseClasses: ['Moderation'] }],
});
