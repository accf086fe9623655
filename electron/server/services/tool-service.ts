import type { Tool, ToolCreate, ToolUpdate } from '../../../shared/api/tools.ts';
import { UserError } from '../../../shared/errors/errors.ts';
import type { ToolRepository } from '../storage/repositories/tool-repository.ts';
import { createResourceService } from './resource-service.ts';

/** Tools: descriptions of functions for agents. Their code is stored, never run. */
export function createToolService(rows: ToolRepository, now: () => Date) {
  return createResourceService<Tool, ToolCreate, ToolUpdate>({
    rows,
    now,
    build: (stamp, fields) => ({
      ...stamp,
      name: fields.name,
      description: fields.description,
      color: fields.color,
      iconSrc: fields.iconSrc ?? null,
      schema: fields.schema ?? null,
      func: fields.func ?? null,
    }),
    notFound: (id) => new UserError('TOOL_NOT_FOUND', `There is no tool ${id}: look up its id with GET /api/v1/tools.`),
  });
}

export type ToolService = ReturnType<typeof createToolService>;
