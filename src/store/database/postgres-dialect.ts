import {
  ColumnDefinitionNode,
  type DataTypeNode,
  type Dialect,
  PostgresAdapter,
  PostgresDriver,
  PostgresIntrospector,
  type PostgresPool,
  PostgresQueryCompiler,
} from 'kysely'

/** Kysely's own PostgreSQL, with columns that hold and order what SQLite's do. */
export function postgresDialect(pool: PostgresPool): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new PostgresDriver({ pool }),
    createIntrospector: db => new PostgresIntrospector(db),
    createQueryCompiler: () => new SqliteLikeColumns(),
  }
}

/**
 * Whole numbers of a column have 64 bits. Its text is ordered by bytes, whatever the language of the database: lists and reports
 * are the same on both databases, and the conditions "after this address" of lists agree with their order.
 */
class SqliteLikeColumns extends PostgresQueryCompiler {
  protected override visitDataType(node: DataTypeNode): void {
    const isColumn = this.parentNode !== undefined && ColumnDefinitionNode.is(this.parentNode)
    if (isColumn && node.dataType === 'integer') this.append('bigint')
    else if (isColumn && node.dataType === 'text') this.append('text collate "C"')
    else super.visitDataType(node)
  }
}
