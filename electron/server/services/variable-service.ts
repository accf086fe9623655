import type { Variable, VariableCreate, VariableUpdate } from '../../../shared/api/variables.ts';
import { UserError } from '../../../shared/errors/errors.ts';
import type { VariableRepository } from '../storage/repositories/variable-repository.ts';
import { createResourceService } from './resource-service.ts';

export interface VariableServiceOptions {
  readonly variables: VariableRepository;
  readonly now: () => Date;
  /** The environment, as far as settings.json opens it (`runtimeVariables`). */
  readonly readEnvironment: (name: string) => string | undefined;
}

/** Variables: values by name for the text inputs of nodes. */
export function createVariableService({ variables, now, readEnvironment }: VariableServiceOptions) {
  const service = createResourceService<Variable, VariableCreate, VariableUpdate>({
    rows: variables,
    now,
    build: (stamp, fields) => ({ ...stamp, name: fields.name, value: fields.value ?? null, type: fields.type }),
    notFound: (id) =>
      new UserError('VARIABLE_NOT_FOUND', `There is no variable ${id}: look up its id with GET /api/v1/variables.`),
  });
  return {
    ...service,
    /** The value that `{{$vars.name}}` stands for; undefined for a name that no variable has, or that the environment does not give. */
    valueOf(name: string): string | undefined {
      const variable = variables.findByName(name);
      if (variable === undefined) return undefined;
      return variable.type === 'runtime' ? readEnvironment(name) : (variable.value ?? '');
    },
  };
}

export type VariableService = ReturnType<typeof createVariableService>;
