import { describePostgresUpsert } from '../helpers/builders/postgres-upsert.ts';

describePostgresUpsert('SQLite');
