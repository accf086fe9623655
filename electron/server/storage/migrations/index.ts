import { initial } from './0001-initial.ts';
import { resources } from './0002-resources.ts';
import type { Migration } from './migration.ts';

/** In order. An applied migration is never edited: the database remembers a checksum of each. */
export const migrations: readonly Migration[] = [initial, resources];
