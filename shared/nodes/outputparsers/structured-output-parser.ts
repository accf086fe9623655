import { z } from 'zod';
import { t } from '../../texts/t.ts';
import { defineNode } from '../define-node.ts';
import { jsonListParam } from '../params.ts';
import { autofixParam, parserOutputs } from './common.ts';

const FieldSchema = z.object({
  property: z.string().min(1),
  type: z.enum(['string', 'number', 'boolean']),
  description: z.string().default(''),
});

/** As Flowise's node comes. */
const FIELDS: readonly z.infer<typeof FieldSchema>[] = [
  { property: 'answer', type: 'string', description: "answer to the user's question" },
  { property: 'source', type: 'string', description: 'sources used to answer the question, should be websites' },
];

export const structuredOutputParser = defineNode({
  kind: 'outputparser',
  name: 'structuredOutputParser',
  version: 1,
  label: 'Structured Output Parser',
  description: 'Makes an object with given fields of an answer.',
  icon: 'brackets',
  type: 'StructuredOutputParser',
  synonyms: ['json', 'object', 'fields', 'schema', 'format', 'extract'],
  params: z.object({
    autofix: autofixParam,
    jsonStructure: jsonListParam({
      title: 'JSON Structure',
      help: 'A JSON list of the fields, each with property, type (string, number or boolean) and description.',
      item: FieldSchema,
      itemHelp: t('must be a JSON list of fields, for example [{"property": "title", "type": "string"}]'),
      default: FIELDS,
    }),
  }),
  initial: { jsonStructure: JSON.stringify(FIELDS) },
  summary: ({ jsonStructure }) => jsonStructure.map(({ property }) => property).join(', '),
  inputs: [],
  outputs: parserOutputs('structuredOutputParser', 'StructuredOutputParser'),
});
