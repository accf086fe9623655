import type BetterSqlite3 from 'better-sqlite3';

interface NamedMigration {
  readonly name: string;
}

export interface SqlMigration extends NamedMigration {
  readonly sql: string;
}

/** For what SQL alone can't say. */
export interface CodeMigration extends NamedMigration {
  /** Runs inside a transaction. The return type excludes promises: the transaction would be committed before they settle. */
  run(db: BetterSqlite3.Database): undefined;
}

/** Its number is its place in the list, from 1. */
export type Migration = SqlMigration | CodeMigration;
