import { Braces } from 'lucide-react';
import {
  type Variable,
  type VariableCreate,
  VariableCreateSchema,
  type VariableUpdate,
  VariableUpdateSchema,
} from '../../../../shared/api/variables.ts';
import { t } from '../../../../shared/texts/t.ts';
import { useVariableUses, variableCalls } from '../../../api/resources.ts';
import { rich } from '../../../ui/rich.tsx';
import { TimeAgo } from '../../../ui/time-ago.tsx';
import type { Resource } from '../resource.ts';
import { UseList } from './use-list.tsx';

const TYPES = [
  { value: 'static', label: t('The value below'), help: t('Kept here, and shown to everyone who may open this page.') },
  {
    value: 'runtime',
    label: t('From the environment of the server'),
    help: t('Read when a flow runs. settings.json must list the name in runtimeVariables.'),
  },
];

function Details({ row }: { readonly row: Variable }) {
  return (
    <UseList
      query={useVariableUses(row.id)}
      unused={t('Not used yet. Write {variable} in a text setting of a node.', { variable: `{{$vars.${row.name}}}` })}
    />
  );
}

/** Values by name for the text settings of nodes. */
export const variableResource: Resource<Variable, VariableCreate, VariableUpdate> = {
  tab: 'variables',
  title: t('Variables'),
  words: {
    new: t('New variable'),
    create: t('Create variable'),
    removed: (name) => t('The variable “{name}” is deleted.', { name }),
    choose: t('Choose a row to see and change the variable'),
    loading: t('Loading variables…'),
    search: t('Search variables'),
    showAll: t('Show all variables'),
  },
  icon: <Braces aria-hidden="true" />,
  empty: {
    title: t('Your variables will be here'),
    text: t(
      'A variable keeps a value that several flows need, an address say. Write {{$vars.name}} in a text setting of a node, and change the value in one place.',
    ),
  },
  calls: variableCalls,
  schemas: { create: VariableCreateSchema, update: VariableUpdateSchema },
  nameOf: ({ name }) => name,
  noteOf: ({ type, value }) => (type === 'runtime' ? t('From the environment') : (value ?? '') || t('Empty')),
  lineOf: ({ updatedDate }) => rich('Changed {when}', { when: <TimeAgo date={updatedDate} /> }),
  textOf: ({ name, value }) => `${name} ${value ?? ''}`,
  fieldsOf: ({ type, name }, row, rows) => [
    {
      name: 'name',
      label: t('Name'),
      kind: 'text',
      placeholder: 'team',
      help: [
        t('Used as {variable}.', { variable: `{{$vars.${name || 'name'}}}` }),
        ...(rows.some((other) => other.id !== row?.id && other.name === name?.trim())
          ? [t('There is a variable of this name already. Of several, the one that was changed last counts.')]
          : []),
      ].join(' '),
    },
    { name: 'type', label: t('Where the value comes from'), kind: 'choice', options: TYPES },
    ...(type === 'runtime' ? [] : [{ name: 'value', label: t('Value'), kind: 'long' } as const]),
  ],
  draftOf: (row) => ({ name: row?.name ?? '', type: row?.type ?? 'static', value: row?.value ?? '' }),
  read: ({ name, type, value }) => ({ name, type, value }),
  Details,
  files: {
    words: {
      title: t('Import variables'),
      whatToChoose: t('Choose a file that was exported from the variables of Tributary or Flowise.'),
      start: (count) => t('Import {count, plural, one {# variable} other {# variables}}', { count }),
      done: (count) => t('{count, plural, one {# variable} other {# variables}} imported.', { count }),
    },
    fieldsOf: ({ name, type, value }) => ({ name, type, value }),
    nameOf: (fields) => VariableCreateSchema.parse(fields).name,
  },
};
