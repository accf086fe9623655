import { createHash } from 'node:crypto';
import { readParameters } from '../../../shared/api/tool-parameters.ts';
import type { Tool, ToolApproval, ToolCreate, ToolUpdate } from '../../../shared/api/tools.ts';
import { UserError } from '../../../shared/errors/errors.ts';
import type { StoredTool } from '../core/agent-tool.ts';
import type { Page } from '../storage/repositories/row-repository.ts';
import type { SettingRepository } from '../storage/repositories/setting-repository.ts';
import type { ToolRepository, ToolRow } from '../storage/repositories/tool-repository.ts';
import { createResourceService } from './resource-service.ts';

export interface ToolServiceOptions {
  readonly rows: ToolRepository;
  /** Which codes are approved, by their hash: for this data folder, whatever is imported or changed. */
  readonly settings: Pick<SettingRepository, 'get' | 'set'>;
  readonly now: () => Date;
}

const approvalOf = (code: string): string => `approved-tool ${createHash('sha256').update(code).digest('hex')}`;

/** The JSON schema of what a tool is called with. */
function schemaOf({ schema }: Pick<ToolRow, 'schema'>): StoredTool['parameters'] {
  const parameters = readParameters(schema ?? '') ?? [];
  const properties = parameters.map(({ property, description, type }) => {
    const isOwn = type === 'number' || type === 'boolean';
    return [
      property,
      { type: isOwn ? type : 'string', description: type === 'date' ? `${description} (a date)` : description },
    ];
  });
  const required = parameters.filter((one) => one.required).map(({ property }) => property);
  return { type: 'object', properties: Object.fromEntries(properties), required };
}

/** Tools: functions for agents. Their code is run once a person has approved it. */
export function createToolService({ rows, settings, now }: ToolServiceOptions) {
  const service = createResourceService<ToolRow, ToolCreate, ToolUpdate>({
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
  const isApproved = (code: string | null): boolean => (settings.get(approvalOf(code ?? '')) ?? '') !== '';
  const shown = (row: ToolRow): Tool => ({ ...row, isApproved: isApproved(row.func) });

  return {
    find: (id: string): Tool => shown(service.find(id)),
    list(page: Page | undefined) {
      const answer = service.list(page);
      return Array.isArray(answer) ? answer.map(shown) : { ...answer, data: answer.data.map(shown) };
    },
    create: (fields: ToolCreate): Tool => shown(service.create(fields)),
    update: (id: string, fields: ToolUpdate): Tool => shown(service.update(id, fields)),
    remove: service.remove,

    /**
     * Notes that a person has approved a code, or no longer does. Every tool with the same code is approved with it.
     * @throws UserError TOOL_NOT_FOUND; CHANGED_MEANWHILE unless the code is the one that the person has seen
     */
    approve(id: string, { func, isApproved: isGiven }: ToolApproval): Tool {
      const row = service.find(id);
      if ((row.func ?? '') !== func) {
        throw new UserError('CHANGED_MEANWHILE', 'The code was changed meanwhile: read it again, and then approve it.');
      }
      settings.set(approvalOf(func), isGiven ? now().toISOString() : '');
      return shown(row);
    },

    /** A tool that may be run. @throws UserError TOOL_NOT_FOUND, TOOL_NOT_APPROVED */
    findApproved(id: string): StoredTool {
      const { name, description, func, ...row } = service.find(id);
      if (!isApproved(func)) {
        throw new UserError(
          'TOOL_NOT_APPROVED',
          `Nobody has approved the code of the tool "${name}", as it is now: read it and approve it under Tools, or with tributary tools approve.`,
        );
      }
      return { name, description, code: func ?? '', parameters: schemaOf(row) };
    },
  };
}

export type ToolService = ReturnType<typeof createToolService>;
