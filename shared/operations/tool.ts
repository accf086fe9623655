import { IdParamsSchema } from '../api/common.ts';
import {
  ToolApprovalSchema,
  ToolCreateSchema,
  ToolListAnswerSchema,
  ToolListQuerySchema,
  ToolSchema,
  ToolUpdateSchema,
} from '../api/tools.ts';
import type { Operations } from './operation.ts';
import { resourceOperations } from './resource.ts';

const tools = resourceOperations({
  path: '/tools',
  tag: 'Tools',
  words: ['a tool', 'tools'],
  notFound: 'TOOL_NOT_FOUND',
});

/** `/tools`: list, read, create, change, delete. */
export const toolOperations = {
  listTools: tools.list(ToolListQuerySchema, ToolListAnswerSchema),
  createTool: tools.create(ToolCreateSchema, ToolSchema),
  getTool: tools.read(ToolSchema),
  updateTool: tools.update(ToolUpdateSchema, ToolSchema),
  deleteTool: tools.remove(),
  approveTool: {
    method: 'PUT',
    path: '/tools/{id}/approval',
    tag: 'Tools',
    summary: 'Approve the code of a tool, so that agents may run it; only a person at the app can',
    params: IdParamsSchema,
    body: ToolApprovalSchema,
    answers: { 200: ToolSchema },
    errors: ['INVALID_INPUT', 'APP_ONLY', 'TOOL_NOT_FOUND', 'CHANGED_MEANWHILE'],
  },
} as const satisfies Operations;
