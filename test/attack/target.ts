import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { sharePrefix } from '#shared/sharing.ts'
import type { Store } from '#store/store.ts'
import { type LoggedEvent, startTestServer } from '../support/product.ts'
import { openTestStore, temporaryFolder } from '../support/storage.ts'
import { responseFaults } from './response-faults.ts'
import { headersOf, sendRequest, type WireRequest, type WireResponse } from './wire.ts'

/** A running server with an admin and a user, reached over sockets; every response is checked. */
export interface Target extends AsyncDisposable {
  /** Where it listens. */
  origin: string
  /** The host that it serves. */
  host: string
  /** What a page of its own sends. */
  ownOrigin: string
  /** A second connection to its database. */
  store: Store
  logged: LoggedEvent[]
  /** Passwords, and cookies of all of them. */
  secrets: Set<string>
  /** What was wrong with responses, whatever had been requested. */
  faults: Set<string>
  /** Sends a request under the target's own host. */
  send(request: WireRequest): Promise<WireResponse>
  /** Looks at a response that was requested in another way; one below a share link was requested by `path`. */
  look(what: string, response: WireResponse, path?: string): WireResponse
  /** A Cookie header of a session that the account has open. */
  sessionOf(username: string, session?: OpenedSession): Promise<string>
  /** A Cookie header of a visitor who has none yet. */
  newVisitor(): Promise<string>
}

export interface OpenedSession {
  /** When the session was opened and last used. */
  openedMs?: number
  endsMs?: number
}

export const passwords = { admin: 'granite-otter-lantern-19', user: 'granite-heron-lantern-20' } as const

const SESSION_MS = 3_600_000

export async function openTarget(flags: Record<string, string> = {}): Promise<Target> {
  const folder = temporaryFolder()
  const logged: LoggedEvent[] = []
  const server = await startTestServer({ folder, logged, flags: { ...baseFlags, ...flags } })
  const store = await openTestStore({ folder })
  const publicUrl = flags['public-url'] === undefined ? null : new URL(flags['public-url'])
  const isHttps = publicUrl?.protocol === 'https:'
  const secrets = new Set<string>(Object.values(passwords))
  const faults = new Set<string>()
  const sessionCookie = isHttps ? '__Host-sitesounder_session' : 'sitesounder_session'
  const target: Target = {
    origin: server.url,
    host: publicUrl?.host ?? new URL(server.url).host,
    ownOrigin: publicUrl?.origin ?? server.url,
    store,
    logged,
    secrets,
    faults,
    look(what, response, path = '') {
      const isInLink = sharePrefix(URL.parse(path, server.url)?.pathname ?? '') !== ''
      for (const secret of cookieValues(response)) secrets.add(secret)
      for (const fault of responseFaults(response, { secrets, isHttps, isInLink }))
        faults.add(`${what.slice(0, 200)} → ${fault}`)
      return response
    },
    async send(request) {
      const response = await sendRequest(server.url, { host: target.host, ...request })
      return target.look(`${request.method ?? 'GET'} ${request.path}`, response, request.path)
    },
    async sessionOf(username, { openedMs = Date.now(), endsMs = openedMs + SESSION_MS } = {}) {
      const account = await store.accounts.findByName(username)
      assert.ok(account, `there is an account ${username}`)
      const token = randomBytes(32).toString('base64url')
      secrets.add(token)
      await store.sessions.open({ tokenHash: sha256(token), accountId: account.id, nowMs: openedMs, endsMs })
      return `${sessionCookie}=${token}`
    },
    async newVisitor() {
      const [cookie = ''] = headersOf(await target.send({ path: '/' }), 'set-cookie')
      return cookie.split(';')[0] ?? ''
    },
    async [Symbol.asyncDispose]() {
      await store[Symbol.asyncDispose]()
      await server[Symbol.asyncDispose]()
      await rm(folder, { recursive: true, force: true })
    },
  }
  return target
}

/** Requests are not counted: other families would stop at that limit, and so say nothing of their own guards. */
const baseFlags: Record<string, string> = {
  'page-workers': '1',
  'requests-per-minute': '1000000',
  'requests-per-minute-per-address': '1000000',
  'share-requests-per-minute': '1000000',
  'admin-password': passwords.admin,
  'user-password': passwords.user,
}

export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

function cookieValues(response: WireResponse): string[] {
  return headersOf(response, 'set-cookie')
    .map(cookie => cookie.slice(cookie.indexOf('=') + 1).split(';')[0] ?? '')
    .filter(value => value !== '')
}

export function jsonPost(path: string, { cookie, body }: { cookie?: string; body?: unknown } = {}): WireRequest {
  return {
    method: 'POST',
    path,
    headers: [
      ...(cookie === undefined ? [] : [['Cookie', cookie] as const]),
      ...(body === undefined ? [] : [['Content-Type', 'application/json'] as const]),
    ],
    ...(body !== undefined && { body: JSON.stringify(body) }),
  }
}

export function getAs(cookie: string, path: string): WireRequest {
  return { path, headers: cookie === '' ? [] : [['Cookie', cookie]] }
}
