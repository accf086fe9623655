import { z } from 'zod';
import { t } from '../../texts/t.ts';
import { defineNode } from '../define-node.ts';
import { textParam } from '../params.ts';
import { autofixParam, parserOutputs } from './common.ts';
import { faultOfZodSource } from './zod-source.ts';

/** As Flowise's node comes. */
const EXAMPLE = `z.object({
    title: z.string(), // Title of the movie as a string
    yearOfRelease: z.number().int(), // Release year as an integer number,
    genres: z.enum([
        "Action", "Comedy", "Drama", "Fantasy", "Horror",
        "Mystery", "Romance", "Science Fiction", "Thriller", "Documentary"
    ]).array().max(2), // Array of genres, max of 2 from the defined enum
    shortDescription: z.string().max(500) // Short description, max 500 characters
})`;

const exampleJson = textParam({
  title: 'Example JSON',
  help: 'The form of the answer as a schema of zod. It is read, not run: values, objects, lists and their limits.',
  default: EXAMPLE,
  multiline: true,
  check: faultOfZodSource,
});

export const advancedStructuredOutputParser = defineNode({
  kind: 'outputparser',
  name: 'advancedStructuredOutputParser',
  version: 1,
  label: 'Advanced Structured Output Parser',
  description: 'Makes a value of an answer whose form is a schema of zod.',
  icon: 'square-code',
  type: 'AdvancedStructuredOutputParser',
  synonyms: ['json', 'object', 'zod', 'schema', 'format', 'extract'],
  params: z.object({ autofix: autofixParam, exampleJson }),
  summary: () => t('By a schema'),
  inputs: [],
  outputs: parserOutputs('advancedStructuredOutputParser', 'AdvancedStructuredOutputParser'),
});
