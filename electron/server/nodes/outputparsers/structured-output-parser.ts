import { structuredOutputParser as definition } from '../../../../shared/nodes/outputparsers/structured-output-parser.ts';
import { valueParser } from '../../answers/parse-value.ts';
import { implement } from '../../core/node-kinds.ts';

export const structuredOutputParser = implement(definition, {
  open: ({ jsonStructure, autofix }) => {
    const fields = jsonStructure.map(({ property, type, description }) => [property, { type, description }]);
    const required = jsonStructure.map(({ property }) => property);
    return valueParser({ type: 'object', properties: Object.fromEntries(fields), required }, autofix);
  },
});
