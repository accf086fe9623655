import type { DeleteResult, PagingQuery } from '../../../shared/api/common.ts';
import type { apiKeyOperations } from '../../../shared/operations/api-key.ts';
import type { assistantOperations } from '../../../shared/operations/assistant.ts';
import type { toolOperations } from '../../../shared/operations/tool.ts';
import type { variableOperations } from '../../../shared/operations/variable.ts';
import type { Page } from '../storage/repositories/row-repository.ts';
import type { ApiContext } from './api-context.ts';
import { requireApp } from './caller.ts';
import { readPaging } from './read-paging.ts';
import type { RoutesOf } from './route.ts';

interface ResourceService<Create, Update, Row, Created, List, Query> {
  list(page: Page | undefined, query: Query): List;
  create(fields: Create): Created;
  update(id: string, fields: Update): Row;
  remove(id: string): void;
}

interface ById {
  readonly params: { readonly id: string };
}

/** The answer to the deletion of a row. */
export const DELETED: DeleteResult = { raw: [], affected: 1 };

/** What reading one of them does, by its id. */
export function readRoute<Row>(find: (context: ApiContext, id: string) => Row) {
  return {
    touches: 'nothing',
    handle: ({ params }: ById, context: ApiContext) => find(context, params.id),
  } as const;
}

/** What the operations of a small resource do, each under a verb. */
export function resourceRoutes<Create, Update, Row, Created, List, Query>(
  service: (context: ApiContext) => ResourceService<Create, Update, Row, Created, List, Query>,
) {
  return {
    list: {
      touches: 'nothing',
      handle: ({ query }: { readonly query: Query & PagingQuery }, context: ApiContext) =>
        service(context).list(readPaging(query), query),
    },
    create: {
      touches: 'nothing',
      handle: ({ body }: { readonly body: Create }, context: ApiContext) => service(context).create(body),
    },
    update: {
      touches: 'nothing',
      handle: ({ params, body }: ById & { readonly body: Update }, context: ApiContext) =>
        service(context).update(params.id, body),
    },
    remove: {
      touches: 'nothing',
      handle({ params }: ById, context: ApiContext) {
        service(context).remove(params.id);
        return DELETED;
      },
    },
  } as const;
}

const tools = resourceRoutes((context) => context.tools);

/** `/tools`: list, read, create, change, delete. */
export const toolRoutes = {
  listTools: tools.list,
  createTool: tools.create,
  getTool: readRoute((context, id) => context.tools.find(id)),
  updateTool: tools.update,
  deleteTool: tools.remove,
  approveTool: {
    touches: 'nothing',
    handle(request, context) {
      requireApp(request, 'The approval of a tool');
      return context.tools.approve(request.params.id, request.body);
    },
  },
} satisfies RoutesOf<typeof toolOperations>;

const assistants = resourceRoutes((context) => context.assistants);

/** `/assistants`: list, read, create, change, delete. */
export const assistantRoutes = {
  listAssistants: assistants.list,
  createAssistant: assistants.create,
  getAssistant: readRoute((context, id) => context.assistants.find(id)),
  updateAssistant: assistants.update,
  deleteAssistant: assistants.remove,
} satisfies RoutesOf<typeof assistantOperations>;

const variables = resourceRoutes((context) => context.variables);

/** `/variables`: list, create, change, delete, and where one is used. */
export const variableRoutes = {
  listVariables: variables.list,
  createVariable: variables.create,
  updateVariable: variables.update,
  deleteVariable: variables.remove,
  listVariableUses: {
    touches: 'drawings',
    handle: ({ params }, { variables, resourceUses }) => resourceUses.ofVariable(variables.find(params.id).name),
  },
} satisfies RoutesOf<typeof variableOperations>;

const apiKeys = resourceRoutes((context) => context.apiKeys);

/** `/apikey`: list, create, rename, delete. */
export const apiKeyRoutes = {
  listApiKeys: apiKeys.list,
  createApiKey: {
    touches: 'keys',
    handle({ body }, context, reply) {
      // The only answer with a key in it: proxies must not store it.
      reply.header('cache-control', 'no-store');
      return context.apiKeys.create(body);
    },
  },
  updateApiKey: { ...apiKeys.update, touches: 'keys' },
  deleteApiKey: { ...apiKeys.remove, touches: 'keys' },
} satisfies RoutesOf<typeof apiKeyOperations>;
