import { describePostgresUpsert } from '../helpers/postgres-upsert.ts';

describePostgresUpsert('SQLite');
