import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import type { LoopbackServer } from '#fetch/test-server.ts'
import { endpoints } from '#shared/api/endpoints.ts'
import { requestBytes } from '../attack/wire.ts'
import { type Client, type Crawler, call, PUBLIC_HOST, startCrawl } from './client.ts'
import { openSite, strangeKinds } from './sites.ts'

/** What strangers do to the server, all at the same time, until they are stopped. */

const STRANGERS = 20
const IDLE_SOCKETS = 2_100
const GUESSERS = 4
const PRINTERS = 3
const MEASURERS = 3
const EXPORTERS = 5
const EXPORTS_AT_ONCE = 30
const SECOND_MS = 1_000

export interface Attacks extends AsyncDisposable {
  /** Responses by attack and status, such as `PDF 503`; 0: none. */
  responses: ReadonlyMap<string, number>
}

export async function startAttacks(serverUrl: string): Promise<Attacks> {
  const ending = new AbortController()
  const ended = once(ending.signal, 'abort').then(() => null)
  const sites: LoopbackServer[] = []
  const strangers: Crawler[] = []
  const sockets = new Set<Socket>()
  const responses = new Map<string, number>()
  const count = (attack: string, status: number) => {
    const name = `${attack} ${status}`
    responses.set(name, (responses.get(name) ?? 0) + 1)
  }
  for (let at = 0; at < STRANGERS; at++) {
    const site = await openSite(strangeKinds[at % strangeKinds.length] ?? 'slow')
    sites.push(site)
    const crawl = { address: `198.51.100.${at}`, url: `${site.origin}/`, crawlLimit: 500 }
    const stranger = await startCrawl(serverUrl, crawl)
    if (stranger) strangers.push(stranger)
  }
  /** Again and again; refusals come fast, so each is followed by a pause. */
  const repeat = async (attack: string, send: () => Promise<number>) => {
    while (!ending.signal.aborted) {
      // What is under way at the end is not waited for: a measurement takes two minutes.
      const status = await Promise.race([send().catch(() => 0), ended])
      if (status === null) return
      count(attack, status)
      if (status !== 200) await pause(SECOND_MS, ending.signal)
    }
  }
  const send = async (path: string, client: Client, body?: object) => (await call(serverUrl, path, client, body)).status
  const each = (number: number, attack: string, path: (stranger: Crawler) => string) =>
    strangers.slice(0, number).map(stranger => repeat(attack, () => send(path(stranger), stranger)))
  let guess = 0
  const guessing = Array.from({ length: GUESSERS }, () =>
    repeat('guess', () => {
      guess += 1
      const address = `203.0.${guess % 250}.${(guess >> 8) % 250}`
      const password = `a wrong password, number ${guess}`
      return send(endpoints.login.path, { cookie: '', address }, { username: 'admin', password })
    }),
  )
  const exportsNoOneReads = strangers
    .slice(0, EXPORTERS)
    .flatMap(stranger =>
      Array.from({ length: EXPORTS_AT_ONCE }, () =>
        repeat('export that is not read', () => holdExport(serverUrl, stranger, { sockets, signal: ending.signal })),
      ),
    )
  const endless = [
    ...guessing,
    ...exportsNoOneReads,
    ...each(PRINTERS, 'PDF', ({ websiteId }) => `/api/report/${websiteId}?format=pdf`),
    ...each(MEASURERS, 'page speed', ({ address }) => {
      const site = sites[Number(address.split('.').at(-1))]
      return `${endpoints.pageSpeed.path}?url=${encodeURIComponent(`${site?.origin}/`)}&refresh=true`
    }),
    keepIdle(serverUrl, { sockets, signal: ending.signal }),
  ]
  return {
    responses,
    async [Symbol.asyncDispose]() {
      ending.abort()
      for (const socket of sockets) socket.destroy()
      await Promise.all(endless)
      for (const site of sites) await site[Symbol.asyncDispose]()
    },
  }
}

interface Sockets {
  sockets: Set<Socket>
  signal: AbortSignal
}

/** Requests an export and takes nothing of it. @returns 200 when the server has closed the connection, or all has ended. */
async function holdExport(serverUrl: string, stranger: Crawler, { sockets, signal }: Sockets): Promise<number> {
  const socket = openSocket(serverUrl, sockets)
  const headers = [
    ['Cookie', stranger.cookie],
    ['X-Forwarded-For', stranger.address],
  ] as const
  const path = `/api/export-csv/${stranger.websiteId}?format=json`
  socket.pause().write(requestBytes(serverUrl, { host: PUBLIC_HOST, path, headers }))
  await Promise.race([once(socket, 'close'), pause(60 * SECOND_MS, signal)])
  socket.destroy()
  return 200
}

/** Opens connections that send nothing, and further ones for those that the server has closed. */
async function keepIdle(serverUrl: string, { sockets, signal }: Sockets): Promise<void> {
  const idle = new Set<Socket>()
  while (!signal.aborted) {
    while (idle.size < IDLE_SOCKETS && !signal.aborted) {
      const socket = openSocket(serverUrl, sockets)
      idle.add(socket)
      socket.once('close', () => idle.delete(socket))
      await Promise.race([once(socket, 'connect').catch(() => {}), pause(SECOND_MS, signal)])
    }
    await pause(SECOND_MS, signal)
  }
}

function openSocket(serverUrl: string, sockets: Set<Socket>): Socket {
  const { hostname, port } = new URL(serverUrl)
  const socket = connect(Number(port), hostname).on('error', () => {})
  sockets.add(socket)
  return socket.once('close', () => sockets.delete(socket))
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    if (signal.aborted) return resolve()
    const timer = setTimeout(done, ms)
    function done() {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
    signal.addEventListener('abort', done)
  })
}
