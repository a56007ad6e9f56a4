/** The oldest waiting crawl of an owner, among the long ones or the others. */
export interface FirstInLine {
  crawlId: number
  ownerId: number
  isLong: boolean
}

/** Runs one statement of the database's own dialect. */
export interface StatementRunner {
  run(statement: string, values: readonly unknown[]): Promise<readonly unknown[]>
}

/**
 * Says that a crawl waits, within the transaction that makes it wait: a queue in the same database then holds a job for it, or
 * neither is there.
 */
export type AnnounceCrawl = (transaction: StatementRunner, crawlId: number) => Promise<void>
