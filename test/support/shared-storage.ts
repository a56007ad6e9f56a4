import { openCrawlQueue } from '#jobs/pg-boss.ts'
import { openPostgresStore } from '#store/database/postgres.ts'
import { startPostgres } from './postgres-server.ts'

export interface SharedStorage extends AsyncDisposable {
  /** Variables of the environment by which tests find it. */
  env: Record<string, string>
}

const CONNECT_TIMEOUT_MS = 10_000

/** A PostgreSQL server for many test files at once, with the empty database that theirs are copied from. */
export async function startSharedStorage(): Promise<SharedStorage> {
  const server = await startPostgres()
  const url = await server.createDatabase()
  const fail = (error: unknown) => {
    throw error
  }
  const store = await openPostgresStore({
    url,
    maxConnections: 1,
    connectTimeoutMs: CONNECT_TIMEOUT_MS,
    onLost: fail,
  })
  await store[Symbol.asyncDispose]()
  const queue = await openCrawlQueue({ url, isSupervisor: false, log: event => fail(new Error(event)) })
  await queue[Symbol.asyncDispose]()
  return {
    env: { SITESOUNDER_TEST_STORAGE: 'postgres', SITESOUNDER_TEST_POSTGRES: url },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}
