import type { Assistant, AssistantCreate, AssistantUpdate } from '../../../shared/api/assistants.ts';
import { UserError } from '../../../shared/errors/errors.ts';
import type { AssistantRepository } from '../storage/repositories/assistant-repository.ts';
import type { Page } from '../storage/repositories/row-repository.ts';
import { createResourceService, type ListAnswer, listRows } from './resource-service.ts';

/** Assistants: stored here as they come, not made at a provider. */
export function createAssistantService(rows: AssistantRepository, now: () => Date) {
  const service = createResourceService<Assistant, AssistantCreate, AssistantUpdate>({
    rows,
    now,
    build: (stamp, fields) => ({
      ...stamp,
      details: fields.details,
      credential: fields.credential ?? null,
      iconSrc: fields.iconSrc ?? null,
      type: fields.type,
    }),
    notFound: (id) =>
      new UserError('ASSISTANT_NOT_FOUND', `There is no assistant ${id}: look up its id with GET /api/v1/assistants.`),
  });
  return {
    ...service,
    /** Of all types, or of one. Newest change first. */
    list: (page: Page | undefined, { type }: { readonly type?: string | undefined }): ListAnswer<Assistant> =>
      type === undefined
        ? service.list(page)
        : listRows(
            page,
            (slice) => rows.listOfType(type, slice),
            () => rows.countOfType(type),
          ),
  };
}

export type AssistantService = ReturnType<typeof createAssistantService>;
