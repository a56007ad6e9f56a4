import { type RawBuilder, type SqlBool, sql } from 'kysely'

/**
 * What an index holds of a text. A text of the web may have any length, and an index row of PostgreSQL at most 2,704 bytes. Both
 * functions take SQL, a column or a value, and return SQL.
 */
export interface IndexedText {
  /** For finding a text: the text, or its hash. Queries compare the texts, too. */
  lookupKey(text: string): string
  /** For texts in order: the text, or its beginning. Queries order by the text after that. */
  orderKey(text: string): string
}

export const indexedAsItIs: IndexedText = { lookupKey: text => text, orderKey: text => text }

/** Characters of the beginning, each of at most four bytes. */
const INDEXED_CHARACTERS = 400

/** SHA-256, so that no site can name many URLs with one hash. A cast to bytes takes backslashes for the beginning of octal digits. */
export const indexedByHash: IndexedText = {
  lookupKey: text => String.raw`sha256(replace(${text}, '\', '\\')::bytea)`,
  orderKey: text => `left(${text}, ${INDEXED_CHARACTERS})`,
}

type Specifics = { specifics: { indexedText: IndexedText } }

/** Whether a column holds this text, along an index with the lookup key. */
export function isText({ specifics }: Specifics, column: string, text: string): RawBuilder<SqlBool> {
  return isAnyText({ specifics }, column, [text])
}

/** Whether a column holds one of these texts, along an index with the lookup key. */
export function isAnyText({ specifics }: Specifics, column: string, texts: readonly string[]): RawBuilder<SqlBool> {
  const { lookupKey } = specifics.indexedText
  const isOneOf = (sides: RawBuilder<unknown>, values: readonly RawBuilder<unknown>[]) =>
    values.length === 1 ? sql<SqlBool>`${sides} = ${values[0]}` : sql<SqlBool>`${sides} in (${sql.join(values)})`
  const isSame = isOneOf(sql.ref(column), texts.map(boundText))
  if (!isApart(lookupKey)) return isSame
  const isFound = isOneOf(
    sql.raw(lookupKey(column)),
    texts.map(text => keyOf(lookupKey, text)),
  )
  return sql<SqlBool>`(${isFound} and ${isSame})`
}

/** The same in a prepared statement: `value` is a numbered placeholder, as it may be named twice. */
export function isTextStatement(
  { specifics }: Specifics,
  { column, value, key }: { column: string; value: `?${number}`; key: keyof IndexedText },
): string {
  const keyed = specifics.indexedText[key]
  const isSame = `${column} = ${value}`
  return isApart(keyed) ? `${keyed(column)} = ${keyed(value)} and ${isSame}` : isSame
}

/** What rows are ordered by so that they are ordered by a column, along an index with its order key. */
export function textOrder({ specifics }: Specifics, column: string): RawBuilder<unknown>[] {
  const { orderKey } = specifics.indexedText
  return isApart(orderKey) ? [sql.raw(orderKey(column)), sql.ref(column)] : [sql.ref(column)]
}

/** The same for `orderBy`. */
export function inOrder(database: Specifics, column: string, direction: 'asc' | 'desc' = 'asc'): RawBuilder<unknown> {
  return sql.join(textOrder(database, column).map(key => sql`${key} ${sql.raw(direction)}`))
}

/** The lookup key of a value. */
export function textForLookup({ specifics }: Specifics, text: string): RawBuilder<unknown> {
  return keyOf(specifics.indexedText.lookupKey, text)
}

/** The same of a value: compared with `textOrder` of a column, as a part of a tuple, it says which rows come before or after. */
export function textInOrder({ specifics }: Specifics, text: string): RawBuilder<unknown>[] {
  const { orderKey } = specifics.indexedText
  return isApart(orderKey) ? [keyOf(orderKey, text), boundText(text)] : [boundText(text)]
}

/** Whether rows come after, or before, a key of several columns, as one comparison: in it a database sees where a range begins. */
export function isBeyond(
  columns: readonly RawBuilder<unknown>[],
  comparison: '>' | '<' | '<=',
  values: readonly RawBuilder<unknown>[],
): RawBuilder<SqlBool> {
  return sql<SqlBool>`(${sql.join(columns)}) ${sql.raw(comparison)} (${sql.join(values)})`
}

/** Whether an index holds another thing than the text. */
function isApart(key: (text: string) => string): boolean {
  return key(PLACE) !== PLACE
}

function boundText(text: string): RawBuilder<unknown> {
  return sql`${text}`
}

const PLACE = '?'

/** The key of a value that is sent beside the statement. */
function keyOf(key: (text: string) => string, text: string): RawBuilder<unknown> {
  const [before = '', after = ''] = key(PLACE).split(PLACE)
  return sql`${sql.raw(before)}${text}${sql.raw(after)}`
}
