import type { CreateTableBuilder, Kysely } from 'kysely'

/** A step knows the tables by their names alone: the types are those of the newest schema. */
export type NoTables = Record<never, never>

/** A step of the schema: applied once, in one transaction, never edited afterwards. */
export interface Migration {
  /** Equals the file name; steps are applied in the order of migrations/index.ts. */
  name: string
  up(db: Kysely<NoTables>, words: SchemaWords): Promise<void>
}

/** What the databases spell differently when tables are made. */
export interface SchemaWords {
  blob: 'blob' | 'bytea'
  /** Adds the column `id`: numbered by the database, no number ever used twice. */
  withId<Table extends string, Column extends string>(
    table: CreateTableBuilder<Table, Column>,
  ): CreateTableBuilder<Table, Column | 'id'>
  /** Rows are kept in the order of the primary key, where the database can do so. */
  clustered<Table extends string, Column extends string>(
    table: CreateTableBuilder<Table, Column>,
  ): CreateTableBuilder<Table, Column>
  /** Keeps the numbers up to `upTo` out of what the database numbers itself; for an empty table made by `withId`. */
  reserveIds(db: Kysely<NoTables>, reserved: { table: string; upTo: number }): Promise<void>
  /** Until the transaction ends, nobody else brings the schema up to date. */
  lock(db: Kysely<NoTables>): Promise<void>
}
