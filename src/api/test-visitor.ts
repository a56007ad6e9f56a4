import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import type { Store } from '#store/store.ts'
import type { createApp } from './app.ts'

export const TEST_PASSWORD = 'long enough for a test'

/** Sends the cookies that it was given, as a browser does, or an API key. */
export interface TestVisitor {
  get(path: string, headers?: Record<string, string>): Promise<Response>
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Response>
  /** With the password of test accounts. */
  signIn(username: string): Promise<void>
  /** The id in the store; the visitor must have been admitted or signed in. */
  ownerId(): Promise<number>
  /** As in the Cookie header. */
  cookie: string
}

interface Origin {
  app: ReturnType<typeof createApp>
  store: Store
  peer: string
  /** Of a program: sent with each request. */
  apiKey?: string | undefined
}

export function createTestVisitor({ app, store, peer, apiKey }: Origin): TestVisitor {
  const jar = new Map<string, string>()
  const send = async (
    path: string,
    init: { method: string; headers: Record<string, string>; body?: string | Uint8Array<ArrayBuffer> },
  ) => {
    const headers = {
      ...(jar.size > 0 && { cookie: visitor.cookie }),
      ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }),
      ...init.headers,
    }
    const response = await app.request(path, { ...init, headers }, { peer })
    for (const line of response.headers.getSetCookie()) keepCookie(jar, line)
    return response
  }
  const visitor: TestVisitor = {
    get cookie() {
      return [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    },
    set cookie(text) {
      jar.clear()
      for (const pair of text.split('; ')) keepCookie(jar, pair)
    },
    get: (path, headers = {}) => send(path, { method: 'GET', headers }),
    post: (path, body, headers = {}) =>
      send(path, {
        method: 'POST',
        headers: body === undefined ? headers : { 'content-type': 'application/json', ...headers },
        ...(body !== undefined && { body: isSentAsIs(body) ? body : JSON.stringify(body) }),
      }),
    async signIn(username) {
      const response = await visitor.post('/api/login', { username, password: TEST_PASSWORD })
      assert.equal(response.status, 200, await response.text())
    },
    async ownerId() {
      const session = await store.sessions.find(hashOf(jar, 'sitesounder_session'), { nowMs: 0, idleMs: Infinity })
      const ownerId = session?.ownerId ?? (await store.visitors.findOwner(hashOf(jar, 'sitesounder_visitor'), 0))
      if (ownerId === null) throw new Error('this visitor has not been admitted')
      return ownerId
    },
  }
  return visitor
}

function isSentAsIs(body: unknown): body is string | Uint8Array<ArrayBuffer> {
  return typeof body === 'string' || body instanceof Uint8Array
}

function keepCookie(jar: Map<string, string>, line: string): void {
  const [pair = '', ...attributes] = line.split('; ')
  const at = pair.indexOf('=')
  const name = pair.slice(0, at)
  if (attributes.includes('Max-Age=0')) jar.delete(name)
  else if (at > 0) jar.set(name, pair.slice(at + 1))
}

function hashOf(jar: ReadonlyMap<string, string>, name: string): string {
  const secret = jar.get(name) ?? jar.get(`__Host-${name}`) ?? ''
  return createHash('sha256').update(secret).digest('hex')
}
