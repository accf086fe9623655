import { Wrench } from 'lucide-react';
import {
  type Tool,
  type ToolCreate,
  ToolCreateSchema,
  type ToolUpdate,
  ToolUpdateSchema,
} from '../../../../shared/api/tools.ts';
import { t } from '../../../../shared/texts/t.ts';
import { toolCalls } from '../../../api/resources.ts';
import { rich } from '../../../ui/rich.tsx';
import { TimeAgo } from '../../../ui/time-ago.tsx';
import { problemOfParameters, readParameters } from '../fields/tool-parameters.ts';
import type { Resource } from '../resource.ts';

function noteOf({ description, schema }: Tool): string {
  const parameters = t('{count, plural, one {# parameter} other {# parameters}}', {
    count: readParameters(schema ?? '')?.length ?? 0,
  });
  return description === '' ? parameters : `${parameters} · ${description}`;
}

/** Functions that agents of other programs may call: stored here, never run. */
export const toolResource: Resource<Tool, ToolCreate, ToolUpdate> = {
  tab: 'tools',
  title: t('Tools'),
  words: {
    new: t('New tool'),
    create: t('Create tool'),
    removed: (name) => t('The tool “{name}” is deleted.', { name }),
    choose: t('Choose a row to see and change the tool'),
    loading: t('Loading tools…'),
    search: t('Search tools'),
    showAll: t('Show all tools'),
  },
  icon: <Wrench aria-hidden="true" />,
  empty: {
    title: t('Your tools will be here'),
    text: t(
      'A tool describes a function: its name, its parameters and its code. Tributary keeps it for the programs that read it over the API. It is never run here.',
    ),
  },
  calls: toolCalls,
  schemas: { create: ToolCreateSchema, update: ToolUpdateSchema },
  nameOf: ({ name }) => name,
  noteOf,
  lineOf: ({ updatedDate }) => rich('Changed {when}', { when: <TimeAgo date={updatedDate} /> }),
  textOf: ({ name, description, func }) => `${name} ${description} ${func ?? ''}`,
  fieldsOf: () => [
    { name: 'name', label: t('Name'), kind: 'text', placeholder: 'add_numbers' },
    {
      name: 'description',
      label: t('Description'),
      kind: 'long',
      help: t('When the tool is to be used. The model that calls it reads this.'),
    },
    { name: 'schema', label: t('Parameters'), kind: 'parameters' },
    {
      name: 'func',
      label: t('Function'),
      kind: 'javascript',
      help: t('JavaScript. A parameter is read as $name. It is stored, never run.'),
      placeholder: 'return $a + $b;',
    },
    { name: 'color', label: t('Colour'), kind: 'text', help: t('Of its card in other programs: any CSS colour.') },
    { name: 'iconSrc', label: t('Icon'), kind: 'text', help: t('Address of a picture.') },
  ],
  draftOf: (row) => ({
    name: row?.name ?? '',
    description: row?.description ?? '',
    schema: row?.schema ?? '',
    func: row?.func ?? '',
    color: row?.color ?? '',
    iconSrc: row?.iconSrc ?? '',
  }),
  read: ({ name, description, color, schema, func, iconSrc }) => ({
    name,
    description,
    color,
    schema: schema || null,
    func: func || null,
    iconSrc: iconSrc || null,
  }),
  check({ schema = '' }) {
    const problem = problemOfParameters(schema);
    return problem === undefined ? {} : { schema: problem };
  },
  files: {
    words: {
      title: t('Import tools'),
      whatToChoose: t('Choose a file that was exported from the tools of Tributary or Flowise.'),
      start: (count) => t('Import {count, plural, one {# tool} other {# tools}}', { count }),
      done: (count) => t('{count, plural, one {# tool} other {# tools}} imported.', { count }),
    },
    fieldsOf: ({ name, description, color, iconSrc, schema, func }) => ({
      name,
      description,
      color,
      iconSrc,
      schema,
      func,
    }),
    nameOf: (fields) => ToolCreateSchema.parse(fields).name,
  },
};
