import { Bot } from 'lucide-react';
import { z } from 'zod';
import {
  type Assistant,
  type AssistantCreate,
  AssistantCreateSchema,
  type AssistantUpdate,
  AssistantUpdateSchema,
} from '../../../../shared/api/assistants.ts';
import { t } from '../../../../shared/texts/t.ts';
import { assistantCalls } from '../../../api/resources.ts';
import { rich } from '../../../ui/rich.tsx';
import { TimeAgo } from '../../../ui/time-ago.tsx';
import type { Resource } from '../resource.ts';

const DetailsSchema = z.record(z.string(), z.unknown());

/** The parts of an assistant's details that have fields of their own. */
const OWN = ['name', 'instructions', 'model'] as const;

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function parse(details: string): Record<string, unknown> | undefined {
  try {
    return DetailsSchema.safeParse(JSON.parse(details)).data;
  } catch {
    return undefined; // no JSON: the check of the form says so
  }
}

/** The details of an assistant as the fields of a form; `more` is the JSON text of all that has no field. */
function readDetails(details: string): Readonly<Record<(typeof OWN)[number] | 'more', string>> {
  const { name, instructions, model, ...more } = parse(details) ?? {};
  return {
    name: textOf(name),
    instructions: textOf(instructions),
    model: textOf(model),
    more: Object.keys(more).length === 0 ? '' : JSON.stringify(more, null, 2),
  };
}

/** What is wrong with the text of the other details; undefined when nothing is. */
function problemOfMore(more: string): string | undefined {
  return more.trim() === '' || parse(more) !== undefined
    ? undefined
    : t('Must be the JSON of an object, as {"key": "value"}.');
}

/** The details as JSON text. */
function writeDetails(draft: Readonly<Record<string, string>>): string {
  const own = OWN.flatMap((name) => {
    const value = draft[name] ?? '';
    return value === '' ? [] : [[name, value] as const];
  });
  return JSON.stringify({ ...Object.fromEntries(own), ...parse(draft.more ?? '') });
}

const TYPES = [
  { value: 'CUSTOM', label: t('Custom') },
  { value: 'OPENAI', label: 'OpenAI' },
  { value: 'AZURE', label: 'Azure' },
];

function nameOf({ details }: Pick<Assistant, 'details'>): string {
  return readDetails(details).name || t('Unnamed assistant');
}

/** Descriptions of assistants: stored here, not made at a provider. */
export const assistantResource: Resource<Assistant, AssistantCreate, AssistantUpdate> = {
  tab: 'assistants',
  title: t('Assistants'),
  words: {
    new: t('New assistant'),
    create: t('Create assistant'),
    removed: (name) => t('The assistant “{name}” is deleted.', { name }),
    choose: t('Choose a row to see and change the assistant'),
    loading: t('Loading assistants…'),
    search: t('Search assistants'),
    showAll: t('Show all assistants'),
  },
  icon: <Bot aria-hidden="true" />,
  empty: {
    title: t('Your assistants will be here'),
    text: t(
      'An assistant is a name, instructions and a model for programs that read them over the API. Tributary keeps it, and makes nothing at a provider.',
    ),
  },
  calls: assistantCalls,
  schemas: { create: AssistantCreateSchema, update: AssistantUpdateSchema },
  nameOf,
  noteOf: ({ type, details }) =>
    [TYPES.find(({ value }) => value === type)?.label ?? type, readDetails(details).instructions]
      .filter(Boolean)
      .join(' · '),
  lineOf: ({ updatedDate }) => rich('Changed {when}', { when: <TimeAgo date={updatedDate} /> }),
  textOf: ({ details }) => details,
  fieldsOf: () => [
    { name: 'name', label: t('Name'), kind: 'text', placeholder: t('Helper') },
    {
      name: 'instructions',
      label: t('Instructions'),
      kind: 'long',
      placeholder: t('Answer from the handbook. Say so when it has no answer.'),
    },
    { name: 'model', label: t('Model'), kind: 'text', placeholder: 'gpt-5-mini' },
    { name: 'type', label: t('Type'), kind: 'choice', options: TYPES },
    { name: 'more', label: t('More settings'), kind: 'json', help: t('JSON of whatever else the assistant has.') },
    { name: 'credential', label: t('Credential'), kind: 'credential', help: t('For programs that run it.') },
    { name: 'iconSrc', label: t('Icon'), kind: 'text', help: t('Address of a picture.') },
  ],
  draftOf: (row) => ({
    ...readDetails(row?.details ?? '{}'),
    type: row?.type ?? 'CUSTOM',
    credential: row?.credential ?? '',
    iconSrc: row?.iconSrc ?? '',
  }),
  read: (draft) => ({
    details: writeDetails(draft),
    type: draft.type,
    credential: draft.credential || null,
    iconSrc: draft.iconSrc || null,
  }),
  check({ name = '', more = '' }) {
    const problem = problemOfMore(more);
    return {
      ...(name.trim() === '' ? { name: t('Must not be empty.') } : {}),
      ...(problem === undefined ? {} : { more: problem }),
    };
  },
  files: {
    words: {
      title: t('Import assistants'),
      whatToChoose: t('Choose a file that was exported from the assistants of Tributary or Flowise.'),
      start: (count) => t('Import {count, plural, one {# assistant} other {# assistants}}', { count }),
      done: (count) => t('{count, plural, one {# assistant} other {# assistants}} imported.', { count }),
    },
    fieldsOf: ({ details, type, credential, iconSrc }) => ({ details, type, credential, iconSrc }),
    nameOf: (fields) => nameOf(AssistantCreateSchema.parse(fields)),
  },
};
