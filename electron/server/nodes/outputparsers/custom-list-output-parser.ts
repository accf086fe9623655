import { customListOutputParser as definition } from '../../../../shared/nodes/outputparsers/custom-list-output-parser.ts';
import { listParser } from '../../answers/parse-list.ts';
import { implement } from '../../core/node-kinds.ts';

export const customListOutputParser = implement(definition, {
  open: ({ length, separator, autofix: asksAgain }) => listParser({ separator, length, asksAgain }),
});
