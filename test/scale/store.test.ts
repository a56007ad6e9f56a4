import { after, before, describe } from 'node:test'
import { openPostgresStore } from '#store/postgres.ts'
import { storeContract } from '#store/store.contract.ts'
import { type PostgresServer, startPostgres } from '../support/postgres-server.ts'

let server: PostgresServer

before(async () => {
  server = await startPostgres()
})
after(() => server[Symbol.asyncDispose]())

describe('the store in PostgreSQL', () => {
  storeContract(async () =>
    openPostgresStore({
      url: await server.createDatabase(),
      maxConnections: 4,
      connectTimeoutMs: 5_000,
      onLost: error => {
        throw error
      },
    }),
  )
})
