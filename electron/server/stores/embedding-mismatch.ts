import { UserError } from '../../../shared/errors/errors.ts';

/** What a store's vectors are of; not every store knows the model's name. */
interface HeldModel {
  readonly id: string | undefined;
  readonly dimensions: number;
}

/** EMBEDDING_MISMATCH (409), for a collection that holds vectors of another model or length. */
export function embeddingMismatch(held: HeldModel, wanted: HeldModel): UserError {
  const nameOf = ({ id }: HeldModel) => id ?? 'another model';
  return new UserError(
    'EMBEDDING_MISMATCH',
    `The collection holds vectors of ${nameOf(held)} (${held.dimensions} numbers each), this flow makes those of ${nameOf(wanted)} (${wanted.dimensions}): ` +
      'choose that model again, name another collection, or empty this one first.',
    { details: { held, wanted } },
  );
}
