import { advancedStructuredOutputParser as definition } from '../../../../shared/nodes/outputparsers/advanced-structured-output-parser.ts';
import { readZodSource } from '../../../../shared/nodes/outputparsers/zod-source.ts';
import { valueParser } from '../../answers/parse-value.ts';
import { implement } from '../../core/node-kinds.ts';

export const advancedStructuredOutputParser = implement(definition, {
  open: ({ exampleJson, autofix }) => valueParser(readZodSource(exampleJson), autofix),
});
