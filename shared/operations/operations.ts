import { z } from 'zod';
import { answerModelOperations } from './answer-model.ts';
import { apiKeyOperations } from './api-key.ts';
import { archiveOperations } from './archive.ts';
import { assistantOperations } from './assistant.ts';
import { backupOperations } from './backup.ts';
import { binOperations } from './bin.ts';
import { chatMessageOperations } from './chat-message.ts';
import { chatUploadOperations } from './chat-upload.ts';
import { chatflowOperations, flowConfigOperations } from './chatflow.ts';
import { contentMapOperations } from './content-map.ts';
import { contentsOperations } from './contents.ts';
import { conversationOperations } from './conversation.ts';
import { credentialOperations } from './credential.ts';
import { documentStoreChunkOperations, documentStoreOperations } from './document-store.ts';
import { documentStoreLoaderOperations } from './document-store-loader.ts';
import { documentStoreUpsertOperations } from './document-store-upsert.ts';
import { embeddedChatOperations } from './embedded-chat.ts';
import { feedbackOperations } from './feedback.ts';
import { flowVersionOperations } from './flow-version.ts';
import { infoOperations, sampleOperations } from './info.ts';
import { leadOperations } from './lead.ts';
import { modelOperations } from './model.ts';
import { moveOperations } from './move.ts';
import { nodeToolOperations } from './node-tool.ts';
import type { Operations } from './operation.ts';
import { originalOperations } from './original.ts';
import { overviewOperations } from './overview.ts';
import { predictionOperations } from './prediction.ts';
import { runOperations } from './run.ts';
import { sessionOperations } from './session.ts';
import { storageOperations } from './storage.ts';
import { syncOperations } from './sync.ts';
import { testQuestionOperations } from './test-question.ts';
import { toolOperations } from './tool.ts';
import { upsertHistoryOperations } from './upsert-history.ts';
import { variableOperations } from './variable.ts';
import { vectorOperations } from './vector.ts';
import { webFileOperations } from './web-file.ts';

/** All operations of the HTTP API by their ids, in the order of its document. */
export const operations = {
  ...infoOperations,
  ...overviewOperations,
  ...binOperations,
  ...backupOperations,
  ...storageOperations,
  ...modelOperations,
  ...sessionOperations,
  ...nodeToolOperations,
  ...sampleOperations,
  ...chatflowOperations,
  ...flowVersionOperations,
  ...archiveOperations,
  ...moveOperations,
  ...toolOperations,
  ...variableOperations,
  ...assistantOperations,
  ...feedbackOperations,
  ...apiKeyOperations,
  ...credentialOperations,
  ...documentStoreOperations,
  ...documentStoreChunkOperations,
  ...documentStoreUpsertOperations,
  ...documentStoreLoaderOperations,
  ...contentsOperations,
  ...contentMapOperations,
  ...runOperations,
  ...syncOperations,
  ...upsertHistoryOperations,
  ...flowConfigOperations,
  ...vectorOperations,
  ...answerModelOperations,
  ...predictionOperations,
  ...chatMessageOperations,
  ...conversationOperations,
  ...embeddedChatOperations,
  ...chatUploadOperations,
  ...leadOperations,
  ...webFileOperations,
  ...testQuestionOperations,
  ...originalOperations,
} as const satisfies Operations;

export type OperationId = keyof typeof operations;
type OperationOf<Id extends OperationId> = (typeof operations)[Id];

/** What is answered at once, or where there is a choice the acceptance of work that goes on behind. */
type Preferred<Answers> = Answers extends { readonly 202: infer Accepted } ? Accepted : Answers[keyof Answers];
type SchemaOf<Answer> = Answer extends z.ZodType
  ? Answer
  : Answer extends { readonly content: Readonly<Record<string, { readonly schema: infer Schema }>> }
    ? Schema
    : never;

/** What clients of ours read when an operation succeeds: they let long work go on behind. */
export type AnswerOf<Id extends OperationId> = z.output<SchemaOf<Preferred<OperationOf<Id>['answers']>>>;

/** An operation by the answer that is read of it. */
interface Read<Answer> {
  readonly answers:
    | { readonly 202: z.ZodType<Answer> }
    | {
        readonly 200:
          | z.ZodType<Answer>
          | { readonly content: Readonly<Record<string, { readonly schema: z.ZodType<Answer> }>> };
      };
}

/** The table once more, for code that takes any of its operations and gives what that one answers. */
const reads: { readonly [Id in OperationId]: Read<AnswerOf<Id>> } = operations;

/** The schema of {@link AnswerOf}. */
export function answerSchema<Id extends OperationId>(id: Id): z.ZodType<AnswerOf<Id>> {
  const { answers } = reads[id];
  if (202 in answers) return answers[202];
  const { 200: answer } = answers;
  if (answer instanceof z.ZodType) return answer;
  const [content] = Object.values(answer.content);
  if (content === undefined) throw new Error(`The answer of ${id} has no type.`);
  return content.schema;
}

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
  : O extends { readonly form: z.ZodType }
    ? { readonly body: FormData }
    : { readonly body?: never };

/** Parameters of the path, query and body of an operation. */
export type InputOf<Id extends OperationId> = ParamsInput<OperationOf<Id>['path']> &
  QueryInput<OperationOf<Id>> &
  BodyInput<OperationOf<Id>>;
