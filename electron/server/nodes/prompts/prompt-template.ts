import { promptTemplate as definition } from '../../../../shared/nodes/prompts/prompt-template.ts';
import { templatePrompt } from '../../answers/fill-prompt.ts';
import { implement } from '../../core/node-kinds.ts';

export const promptTemplate = implement(definition, {
  open: ({ template, promptValues }) => templatePrompt([{ role: 'user', content: template }], promptValues),
});
