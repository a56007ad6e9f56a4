import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { accessSync, constants, globSync } from 'node:fs'
import { chown, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { freePort } from './free-port.ts'

const run = promisify(execFile)

/** What is missing, in the words of the README. */
export const INSTALL_SENTENCE =
  'PostgreSQL’s programs (initdb, postgres) were not found: install them, on Debian by apt-get install postgresql.'

const READY = 'database system is ready to accept connections'

/** PostgreSQL refuses to run as root: then it runs as this user, which its packages make. */
const SERVICE_USER = 'postgres'

export interface PostgresServer extends AsyncDisposable {
  port: number
  /** Of the process whose children all others are. */
  processId(): number
  /** Makes an empty database, or a copy of one without connections; returns its URL. */
  createDatabase(copied?: string): Promise<string>
  /** A folder of the server's, made in `parent`, for a tablespace. */
  ownFolder(parent: string): Promise<string>
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

/** A server of its own on a free port of loopback, in a folder that goes with it: a temporary one, or one in the folder named. */
export async function startPostgres({
  parent = tmpdir(),
  isDurable = false,
}: {
  parent?: string
  /** Whether it waits for the disk, as a server in use does; tests outlive processes, not the loss of power. */
  isDurable?: boolean
} = {}): Promise<PostgresServer> {
  const programs = findPostgresPrograms()
  if (programs === null) throw new Error(INSTALL_SENTENCE)
  const identity = await serviceIdentity()
  const folder = await mkdtemp(path.join(parent, 'sitesounder-postgres-'))
  if (identity) await chown(folder, identity.uid, identity.gid)
  const data = path.join(folder, 'data')
  await run(
    path.join(programs, 'initdb'),
    // Ordered as people write, not by bytes: what the product needs of the order it has to say itself.
    ['--pgdata', data, '--auth=trust', '--username=sitesounder', '--encoding=UTF8', '--locale=C.UTF-8', '--no-sync'],
    { ...identity },
  )
  const port = await freePort()
  const start = () => startServer(path.join(programs, 'postgres'), { data, folder, port, identity, isDurable })
  let server = await start()
  return {
    port,
    processId: () => server.pid ?? 0,
    async createDatabase(copied) {
      const name = `test_${randomUUID().replaceAll('-', '')}`
      const template = copied === undefined ? '' : ` template ${new URL(copied).pathname.slice(1)}`
      await administer(port, `create database ${name}${template}`)
      return databaseUrl(port, name)
    },
    async ownFolder(parent) {
      const made = await mkdtemp(path.join(parent, 'tables-'))
      if (identity) await chown(made, identity.uid, identity.gid)
      return made
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
  {
    data,
    folder,
    port,
    identity,
    isDurable,
  }: { data: string; folder: string; port: number; identity: Identity | null; isDurable: boolean },
): Promise<ChildProcess> {
  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: folder,
    max_connections: 200,
    ...(!isDurable && { fsync: 'off', full_page_writes: 'off' }),
  }
  const server = spawn(
    program,
    ['-D', data, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    { stdio: ['ignore', 'ignore', 'pipe'], ...identity },
  )
  const ready = Promise.withResolvers<void>()
  let output = ''
  // Heard to the end: a server whose output is not read waits for that, in the middle of its checkpoints.
  server.stderr.setEncoding('utf8').on('data', (text: string) => {
    if (output.includes(READY)) return
    output += text
    if (output.includes(READY)) ready.resolve()
  })
  server.once('exit', () => ready.reject(new Error(`PostgreSQL did not start: ${output}`)))
  await ready.promise
  return server
}

/** Fast shutdown: connections are ended, transactions rolled back. */
async function stopServer(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return
  const exited = once(server, 'exit')
  server.kill('SIGINT')
  await exited
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
