/** An insert of one row: its beginning, the values, and what is to be done where the row is there already. */
const INSERT = /^(insert into [^?]* values )(\([?, 0-9]+\))((?:\s+on conflict [\s\S]*)?)$/

/** The same statement for so many rows at once; null for one that is no insert of a row, or answers something. */
export function manyRows(statement: string, count: number): string | null {
  const [, beginning, values, ending] = INSERT.exec(statement) ?? []
  if (beginning === undefined || values === undefined || ending === undefined || ending.includes('returning'))
    return null
  return beginning + Array.from({ length: count }, () => values).join(', ') + ending
}
