import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { StorageUnavailableError } from '#shared/errors.ts'
import { createPostgresPool, ManyRows, type PostgresPoolOptions } from './postgres-pool.ts'
import { type Respond, testPostgresServer } from './test-postgres-server.ts'

const URL = 'postgres://crawler@db.test/site'

function optionsWith(changes: Partial<PostgresPoolOptions> = {}): PostgresPoolOptions {
  return { url: URL, maxConnections: 3, connectTimeoutMs: 2_000, onLost: () => undefined, ...changes }
}

async function connected(context: TestContext, respond?: Respond) {
  const server = testPostgresServer(context, respond)
  const pool = createPostgresPool(optionsWith())
  return { server, pool, client: await pool.connect() }
}

const coded = (code: string) => Object.assign(new Error(code), { code })

describe('createPostgresPool()', () => {
  it('waits neither for a connection, nor for a lock, nor in a transaction for ever', async context => {
    const { server } = await connected(context)
    const [options] = Array.from(server.pools, pool => pool.options)
    assert.deepEqual(
      [options?.connectionString, options?.max, options?.connectionTimeoutMillis, options?.application_name],
      [URL, 3, 2_000, 'sitesounder'],
    )
    assert.deepEqual([options?.lock_timeout, options?.idle_in_transaction_session_timeout], [30_000, 10_000])
  })

  const values: [type: string, oid: number, text: string, value: unknown][] = [
    ['bigint', 20, '9007199254740991', 9_007_199_254_740_991],
    ['numeric', 1_700, '12', 12],
    ['bytea', 17, '\\x00ff10', new Uint8Array([0, 255, 16])],
    ['text', 25, '12', '12'],
    ['boolean', 16, 't', true],
    ['double precision', 701, '1.5', 1.5],
  ]
  for (const [type, oid, text, value] of values)
    it(`reads ${type} as SQLite gives it`, async context => {
      const { server } = await connected(context)
      const [types] = Array.from(server.pools, pool => pool.options.types)
      assert.deepEqual(types?.getTypeParser(oid, 'text')(text), value)
    })

  it('wraps each connection once, and gives it back', async context => {
    const { server, pool, client } = await connected(context)
    assert.equal(await pool.connect(), client)
    client.release()
    Reflect.apply(client.release, client, [true])
    assert.deepEqual(server.released, [undefined, true])
  })

  it('logs a connection that was lost, but not while it ends', async context => {
    const server = testPostgresServer(context)
    const lost: Error[] = []
    const pool = createPostgresPool(optionsWith({ onLost: error => void lost.push(error) }))
    await pool.connect()
    const [raw] = server.pools
    const error = coded('57P01')
    raw?.emit('error', error)
    assert.deepEqual(lost, [error])
    await pool.end()
    assert.equal(raw?.ended, true)
    raw.emit('error', error)
    assert.deepEqual(lost, [error])
  })

  it('lets a statement say that its connection was lost', async context => {
    const { server } = await connected(context)
    assert.ok(server.client.emit('error', coded('57P01')))
  })

  it('marks errors after which a retry may succeed', async context => {
    let error = coded('57P01')
    let isRefused = false
    const { pool, client } = await connected(context, statement => (statement === 'connect' && !isRefused ? [] : error))
    await assert.rejects(client.query('select 1', []), thrown => {
      assert.ok(thrown instanceof StorageUnavailableError)
      return thrown.cause === error
    })
    isRefused = true
    await assert.rejects(pool.connect(), StorageUnavailableError)
    error = coded('42601')
    await assert.rejects(client.query('select 1', []), error)
    await assert.rejects(pool.connect(), error)
  })

  it('sends one statement with its values as they can be stored', async context => {
    const { server, client } = await connected(context, () => [{ id: 7 }])
    const bytes = new Uint8Array([1])
    const { rows } = await client.query('insert', ['a\0b\ud800', 7, null, bytes])
    assert.deepEqual(rows, [{ id: 7 }])
    assert.deepEqual(server.sent, [['insert', ['a\uFFFDb\uFFFD', 7, null, bytes]]])
  })

  it('prepares a statement for many rows once, and sends the rows in one message', async context => {
    const { server, client } = await connected(context, statement =>
      statement.startsWith('prepare')
        ? []
        : [...statement.matchAll(/execute/g)].map((_, index) => ({ rows: index === 0 ? [] : [{ id: index }, {}] })),
    )
    const bytes = new Uint8Array([9, 0, 255, 9]).subarray(1, 3)
    const many = new ManyRows([
      [1, null],
      ["it's\0", bytes],
    ])
    const inserted = await client.query('insert into a values (?, ?)', [many])
    assert.deepEqual(inserted, { command: 'SELECT', rowCount: 2, rows: [undefined, { id: 1 }] })
    await client.query('update a set b = ?2 where c = ?1', [new ManyRows([[1, 2]])])
    await client.query('insert into a values (?, ?)', [new ManyRows([[3, 'x']])])
    assert.deepEqual(server.sent, [
      ['prepare many_1 as insert into a values ($1, $2)'],
      [`execute many_1('1',null);execute many_1('it''s\uFFFD','\\x00ff');`],
      ['prepare many_2 as update a set b = $2 where c = $1'],
      [`execute many_2('1','2');`],
      [`execute many_1('3','x');`],
    ])
  })

  it('takes the response to a message of one row, which is no list', async context => {
    const { client } = await connected(context, statement => (statement.startsWith('prepare') ? [] : [{ id: 5 }, {}]))
    const { rows } = await client.query('insert into a values (?)', [new ManyRows([['x']])])
    assert.deepEqual(rows, [{ id: 5 }])
  })

  it('sends nothing but the preparation for no row', async context => {
    const { server, client } = await connected(context)
    assert.deepEqual(await client.query('insert into a values (?)', [new ManyRows([])]), {
      command: 'SELECT',
      rowCount: 0,
      rows: [],
    })
    assert.deepEqual(server.sent, [['prepare many_1 as insert into a values ($1)']])
  })

  it('begins a new message behind a million characters', async context => {
    const { server, client } = await connected(context)
    const around = "execute many_1('');".length
    const text = (length: number) => 'x'.repeat(length - around)
    const rows = [[text(999_999)], [text(20)], [text(1_000_000)], [text(20)], [text(20)]]
    await client.query('insert into a values (?)', [new ManyRows(rows)])
    assert.deepEqual(
      server.sent.slice(1).map(([message]) => message.length),
      [1_000_019, 1_000_020, 20],
    )
  })
})
