import {
  ToolCreateSchema,
  ToolListAnswerSchema,
  ToolListQuerySchema,
  ToolSchema,
  ToolUpdateSchema,
} from '../../../shared/api/tools.ts';
import { resourceRoutes } from './resource-routes.ts';

/** `/tools`: list, read, create, change, delete. */
export const toolRoutes = resourceRoutes({
  path: '/tools',
  tag: 'Tools',
  names: ['Tool', 'Tools'],
  words: ['a tool', 'tools'],
  schemas: {
    create: ToolCreateSchema,
    update: ToolUpdateSchema,
    row: ToolSchema,
    created: ToolSchema,
    list: ToolListAnswerSchema,
    listQuery: ToolListQuerySchema,
  },
  notFound: 'TOOL_NOT_FOUND',
  service: ({ tools }) => tools,
  find: ({ tools }, id) => tools.find(id),
});
