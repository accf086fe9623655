import type { z } from 'zod';
import type { Operation } from './operation.ts';
import { appOperations } from './operations/app.ts';
import { binOperations } from './operations/bin.ts';
import { chatflowsOperations } from './operations/chatflows.ts';
import { contentMapOperations } from './operations/content-map.ts';
import { contentsOperations } from './operations/contents.ts';
import { credentialsOperations } from './operations/credentials.ts';
import { documentStoresOperations } from './operations/document-stores.ts';
import { flowVersionsOperations } from './operations/flow-versions.ts';
import { nodesOperations } from './operations/nodes.ts';
import { originalsOperations } from './operations/originals.ts';
import { resourcesOperations } from './operations/resources.ts';
import { runsOperations } from './operations/runs.ts';
import { serverOperations } from './operations/server.ts';
import { syncOperations } from './operations/sync.ts';
import { testQuestionsOperations } from './operations/test-questions.ts';
import { vectorsOperations } from './operations/vectors.ts';

/** The operations that the page and the command line call, by the `operationId` that the server gives them. */
export const operations = {
  ...chatflowsOperations,
  ...flowVersionsOperations,
  ...binOperations,
  ...vectorsOperations,
  ...testQuestionsOperations,
  ...originalsOperations,
  ...runsOperations,
  ...documentStoresOperations,
  ...contentsOperations,
  ...contentMapOperations,
  ...credentialsOperations,
  ...resourcesOperations,
  ...nodesOperations,
  ...syncOperations,
  ...appOperations,
  ...serverOperations,
} as const satisfies Record<string, Operation>;

export type OperationId = keyof typeof operations;
type OperationOf<Id extends OperationId> = (typeof operations)[Id];

/** What an operation answers when it succeeds. */
export type AnswerOf<Id extends OperationId> = z.output<OperationOf<Id>['answer']>;

type ParamOf<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | ParamOf<Rest> : never;

/** What a schema takes; where it takes anything and makes the best of it, what that gives. */
type Taken<Schema> = Schema extends z.ZodType
  ? unknown extends z.input<Schema>
    ? z.output<Schema>
    : {
        [Key in keyof z.input<Schema>]: unknown extends z.input<Schema>[Key]
          ? z.output<Schema>[Key & keyof z.output<Schema>]
          : z.input<Schema>[Key];
      }
  : never;

type ParamsInput<Path extends string> = [ParamOf<Path>] extends [never]
  ? { readonly params?: never }
  : { readonly params: Readonly<Record<ParamOf<Path>, string>> };

type QueryInput<O> = O extends { readonly query: infer Query }
  ? { readonly query?: Taken<Query> }
  : { readonly query?: never };

type BodyInput<O> = O extends { readonly body: infer Body }
  ? { readonly body: Taken<Body> | FormData }
  : { readonly body?: never };

/** Parameters of the path, query and body of an operation. */
export type InputOf<Id extends OperationId> = ParamsInput<OperationOf<Id>['path']> &
  QueryInput<OperationOf<Id>> &
  BodyInput<OperationOf<Id>>;
