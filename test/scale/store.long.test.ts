import { after, before, describe } from 'node:test'
import { openPostgresStore } from '#store/database/postgres.ts'
import { storeContract } from '#store/store.contract.ts'
import type { Store } from '#store/store.ts'
import { type PostgresServer, startPostgres } from '../support/postgres-server.ts'
import { extractTestPage } from '../support/storage.ts'

let server: PostgresServer
/** A database with all tables and no row: copied, it saves each test the making of them. */
let empty: string

before(async () => {
  server = await startPostgres()
  empty = await server.createDatabase()
  await (await open(empty))[Symbol.asyncDispose]()
})
after(() => server[Symbol.asyncDispose]())

function open(url: string): Promise<Store> {
  return openPostgresStore({
    url,
    maxConnections: 4,
    connectTimeoutMs: 5_000,
    extract: extractTestPage,
    credentialsKey: new Uint8Array(32),
    onLost: error => {
      throw error
    },
  })
}

describe('the store in PostgreSQL', () => {
  storeContract(async () => open(await server.createDatabase(empty)))
})
