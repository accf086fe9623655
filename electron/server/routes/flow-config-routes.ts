import { z } from 'zod';
import { IdParamsSchema } from '../../../shared/api/common.ts';
import { FlowConfigEntrySchema } from '../../../shared/api/flow-config.ts';
import { errorAnswers } from '../openapi/error-answers.ts';
import type { ChatflowService } from '../services/chatflow-service.ts';
import { listFlowConfig } from '../services/flow-config-service.ts';
import type { ApiApp } from './operation.ts';

/** `/flow-config`: what can be overridden in a flow. */
export function flowConfigRoutes(app: ApiApp, chatflows: Pick<ChatflowService, 'find'>): void {
  app.get(
    '/flow-config/:id',
    {
      schema: {
        operationId: 'getFlowConfig',
        summary: 'List what calls can override in a chatflow',
        description: 'The id is that of the chatflow. An override has an effect once it is switched on in `apiConfig`.',
        tags: ['Chatflows'],
        params: IdParamsSchema,
        response: { 200: z.array(FlowConfigEntrySchema), ...errorAnswers('CHATFLOW_NOT_FOUND') },
      },
    },
    ({ params }) => listFlowConfig(chatflows.find(params.id)),
  );
}
