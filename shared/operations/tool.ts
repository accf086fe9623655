import {
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
} as const satisfies Operations;
