import type { Variable } from '../../../../shared/api/variables.ts';
import type { Database } from '../database.ts';
import { createRowRepository } from './row-repository.ts';

/** Rows of the `variable` table. */
export function createVariableRepository(db: Database) {
  const byName = db.prepare<[string], Pick<Variable, 'name' | 'value' | 'type'>>(
    'SELECT name, value, type FROM variable WHERE name = ? ORDER BY updated_date DESC, rowid DESC LIMIT 1',
  );
  return {
    ...createRowRepository<Variable>(db, 'variable', {
      id: 'id',
      name: 'name',
      value: 'value',
      type: 'type',
      createdDate: 'created_date',
      updatedDate: 'updated_date',
    }),
    /** The variable of that name that was changed last. */
    findByName: (name: string) => byName.get(name),
  };
}

export type VariableRepository = ReturnType<typeof createVariableRepository>;
