import {
  ToolCreateSchema,
  ToolListAnswerSchema,
  ToolListQuerySchema,
  ToolSchema,
  ToolUpdateSchema,
} from '../../../shared/api/tools.ts';
import type { ToolService } from '../services/tool-service.ts';
import type { ApiApp } from './operation.ts';
import { readPaging } from './read-paging.ts';
import { DELETED, describeResource } from './resource-operations.ts';

const operations = describeResource({
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
});

/** `/tools`: list, read, create, change, delete. */
export function toolRoutes(app: ApiApp, tools: ToolService): void {
  app.get('/tools', operations.list, ({ query }) => tools.list(readPaging(query)));
  app.get('/tools/:id', operations.read, ({ params }) => tools.find(params.id));
  app.post('/tools', operations.create, ({ body }) => tools.create(body));
  app.put('/tools/:id', operations.update, ({ params, body }) => tools.update(params.id, body));
  app.delete('/tools/:id', operations.remove, ({ params }) => {
    tools.remove(params.id);
    return DELETED;
  });
}
