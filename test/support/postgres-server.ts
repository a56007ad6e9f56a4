import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { accessSync, constants, globSync } from 'node:fs'
import { chown, mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'

const run = promisify(execFile)

/** What is missing, in the words of the README. */
export const INSTALL_SENTENCE =
  'PostgreSQL’s programs (initdb, postgres) were not found: install them, on Debian by apt-get install postgresql.'

/** PostgreSQL refuses to run as root: then it runs as this user, which its packages make. */
const SERVICE_USER = 'postgres'

export interface PostgresServer extends AsyncDisposable {
  port: number
  /** Makes an empty database, or a copy of one that nobody is connected to; returns its URL. */
  createDatabase(copied?: string): Promise<string>
  /** Ends every connection and starts again on the same port and folder. */
  restart(): Promise<void>
}

/** Folder of PostgreSQL's programs, null where there are none. */
export function findPostgresPrograms(): string | null {
  const folders = [
    ...(process.env.PATH ?? '').split(path.delimiter),
    ...globSync('/usr/lib/postgresql/*/bin').sort().reverse(),
  ]
  return (
    folders.find(folder => ['initdb', 'postgres'].every(program => isExecutable(path.join(folder, program)))) ?? null
  )
}

/** A server of its own on a free port of loopback, in a temporary folder that goes with it. */
export async function startPostgres(): Promise<PostgresServer> {
  const programs = findPostgresPrograms()
  if (programs === null) throw new Error(INSTALL_SENTENCE)
  const identity = await serviceIdentity()
  const folder = await mkdtemp(path.join(tmpdir(), 'sitesounder-postgres-'))
  if (identity) await chown(folder, identity.uid, identity.gid)
  const data = path.join(folder, 'data')
  await run(
    path.join(programs, 'initdb'),
    // Ordered as people write, not by bytes: what the product needs of the order it has to say itself.
    ['--pgdata', data, '--auth=trust', '--username=sitesounder', '--encoding=UTF8', '--locale=C.UTF-8', '--no-sync'],
    { ...identity },
  )
  const port = await freePort()
  const start = () => startServer(path.join(programs, 'postgres'), { data, folder, port, identity })
  let server = await start()
  return {
    port,
    async createDatabase(copied) {
      const name = `test_${randomUUID().replaceAll('-', '')}`
      const template = copied === undefined ? '' : ` template ${new URL(copied).pathname.slice(1)}`
      await administer(port, `create database ${name}${template}`)
      return databaseUrl(port, name)
    },
    async restart() {
      await stopServer(server)
      server = await start()
    },
    async [Symbol.asyncDispose]() {
      await stopServer(server)
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function databaseUrl(port: number, name: string): string {
  return `postgres://sitesounder@127.0.0.1:${port}/${name}`
}

async function administer(port: number, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl(port, 'postgres') })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

interface Identity {
  uid: number
  gid: number
}

async function serviceIdentity(): Promise<Identity | null> {
  if (process.getuid?.() !== 0) return null
  const users = (await readFile('/etc/passwd', 'utf8')).split('\n').map(line => line.split(':'))
  const [, , uid, gid] = users.find(([name]) => name === SERVICE_USER) ?? []
  if (uid === undefined || gid === undefined) throw new Error(INSTALL_SENTENCE)
  return { uid: Number(uid), gid: Number(gid) }
}

async function startServer(
  program: string,
  { data, folder, port, identity }: { data: string; folder: string; port: number; identity: Identity | null },
): Promise<ChildProcess> {
  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: folder,
    max_connections: 200,
    // What is tested here outlives processes, not the loss of power.
    fsync: 'off',
    full_page_writes: 'off',
  }
  const server = spawn(
    program,
    ['-D', data, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    { stdio: ['ignore', 'ignore', 'pipe'], ...identity },
  )
  let told = ''
  for await (const chunk of server.stderr.iterator({ destroyOnReturn: false })) {
    told += chunk
    if (told.includes('database system is ready to accept connections')) {
      server.stderr.resume()
      return server
    }
  }
  throw new Error(`PostgreSQL did not start: ${told}`)
}

/** Fast shutdown: connections are ended, transactions rolled back. */
async function stopServer(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return
  const exited = once(server, 'exit')
  server.kill('SIGINT')
  await exited
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('a TCP server has a port')
  return address.port
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
