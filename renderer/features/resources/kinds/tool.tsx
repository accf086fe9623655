import { ShieldCheck, ShieldQuestionMark, Wrench } from 'lucide-react';
import { readParameters } from '../../../../shared/api/tool-parameters.ts';
import {
  type Tool,
  type ToolCreate,
  ToolCreateSchema,
  type ToolUpdate,
  ToolUpdateSchema,
} from '../../../../shared/api/tools.ts';
import { t } from '../../../../shared/texts/t.ts';
import { messageOf } from '../../../api/client.ts';
import { toolCalls, useApproveTool } from '../../../api/resources.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { ErrorNotice, splitMessage } from '../../../ui/feedback/error-notice.tsx';
import { rich } from '../../../ui/rich.tsx';
import { TimeAgo } from '../../../ui/time-ago.tsx';
import { problemOfParameters } from '../fields/tool-parameters.ts';
import type { Resource } from '../resource.ts';
import { DetailSection } from './use-list.tsx';

function noteOf({ description, schema }: Tool): string {
  const parameters = t('{count, plural, one {# parameter} other {# parameters}}', {
    count: readParameters(schema ?? '')?.length ?? 0,
  });
  return description === '' ? parameters : `${parameters} · ${description}`;
}

/** Whether agents may run the code as it is stored: a person decides that who has read it. */
function Approval({ row }: { readonly row: Tool }) {
  const { mutate, error, isPending } = useApproveTool();
  const { id, isApproved } = row;
  const func = row.func ?? '';
  if (func === '') return null;
  return (
    <DetailSection title={t('Approval')}>
      <p role="status" className="flex items-center gap-2 [&_svg]:size-4 [&_svg]:shrink-0">
        {isApproved ? <ShieldCheck aria-hidden="true" /> : <ShieldQuestionMark aria-hidden="true" />}
        {isApproved
          ? t('Approved: agents may run this code. A changed code asks again.')
          : t('Not approved: no agent runs this code. Read it first; then it may be run, with what a model decides.')}
      </p>
      {error === null ? null : <ErrorNotice {...splitMessage(messageOf(error))} />}
      <div>
        <Button disabled={isPending} onClick={() => mutate({ id, func, isApproved: !isApproved })}>
          {isApproved ? t('Take the approval back') : t('Approve this code')}
        </Button>
      </div>
    </DetailSection>
  );
}

/** Functions that agents may call. */
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
      'A tool is a function for agents: its name, its parameters and its code. Agents run it in a sandbox, once you have approved its code.',
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
      help: t(
        'JavaScript. A parameter is read as $name; what is returned goes to the model. It can fetch, and reaches no files.',
      ),
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
  Details: Approval,
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
