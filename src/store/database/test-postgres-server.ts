import { EventEmitter } from 'node:events'
import type { TestContext } from 'node:test'
import pg from 'pg'

type Row = Record<string, unknown>

/** What a server of a test responds: rows, or those of each statement of a message, or an error. */
export type Respond = (
  statement: string,
  parameters: readonly unknown[] | undefined,
) => Row[] | { rows: Row[] }[] | Error

export interface TestPostgresServer {
  /** Statements in their order, and their parameters where they have any. */
  sent: [statement: string, parameters?: readonly unknown[]][]
  /** Those of them that match. */
  sentLike(words: RegExp): string[]
  /** Each pool that has requested a connection. */
  pools: Set<pg.Pool>
  /** The one connection that there is. */
  client: EventEmitter
  released: unknown[]
}

/** In place of a PostgreSQL server: what is sent to it is recorded, and `respond` says what it returns. */
export function testPostgresServer(context: TestContext, respond: Respond = () => []): TestPostgresServer {
  const server: TestPostgresServer = {
    sent: [],
    sentLike: words => server.sent.map(([statement]) => statement).filter(statement => words.test(statement)),
    pools: new Set(),
    client: Object.assign(new EventEmitter(), {
      async query(statement: string, parameters?: readonly unknown[]) {
        server.sent.push(parameters === undefined || parameters.length === 0 ? [statement] : [statement, parameters])
        const response = respond(statement, parameters)
        if (response instanceof Error) throw response
        const [first] = response
        if (first && Array.isArray(first.rows)) return response
        return { command: 'SELECT', rowCount: response.length, rows: response }
      },
      release: (isBroken?: boolean) => void server.released.push(isBroken),
    }),
    released: [],
  }
  context.mock.method(pg.Pool.prototype, 'connect', async function connect(this: pg.Pool) {
    server.pools.add(this)
    const refusal = respond('connect', undefined)
    if (refusal instanceof Error) throw refusal
    return server.client
  })
  return server
}
