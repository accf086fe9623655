import type { Tool } from '../../../../shared/api/tools.ts';
import type { Database } from '../database.ts';
import { createRowRepository } from './row-repository.ts';

/** What is stored of a tool. */
export type ToolRow = Omit<Tool, 'isApproved'>;

/** Rows of the `tool` table. */
export function createToolRepository(db: Database) {
  return createRowRepository<ToolRow>(db, 'tool', {
    id: 'id',
    name: 'name',
    description: 'description',
    color: 'color',
    iconSrc: 'icon_src',
    schema: 'schema',
    func: 'func',
    createdDate: 'created_date',
    updatedDate: 'updated_date',
  });
}

export type ToolRepository = ReturnType<typeof createToolRepository>;
