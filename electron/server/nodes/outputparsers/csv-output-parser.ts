import { csvOutputParser as definition } from '../../../../shared/nodes/outputparsers/csv-output-parser.ts';
import { listParser } from '../../answers/parse-list.ts';
import { implement } from '../../core/node-kinds.ts';

export const csvOutputParser = implement(definition, {
  open: ({ autofix: asksAgain }) => listParser({ separator: ',', length: undefined, asksAgain }),
});
