import { currentDateTime as definition } from '../../../../shared/nodes/tools/current-date-time.ts';
import { implement } from '../../core/node-kinds.ts';

export const currentDateTime = implement(definition, {
  open: async (_params, _inputs, { now }) => ({
    name: 'current_date_time',
    description: 'Says which day and time it is now.',
    parameters: { type: 'object', properties: {} },
    async call() {
      const date = now();
      const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
      const local = date.toLocaleString('en-GB', { dateStyle: 'full', timeStyle: 'long', timeZone });
      return { text: `${local} (${timeZone}); ${date.toISOString()}` };
    },
  }),
});
