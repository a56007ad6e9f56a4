import { createHash, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A website that shows its pages to signed-in users alone, and another one that notes which secrets reach it. */

export const USER = { name: 'ann', password: 'secret-password-4711' }
export const TOKEN = 'secret-token-4711'
export const COOKIE = 'secret-cookie-4711'
/** As they would be sent or stored. */
export const SECRETS = [
  USER.password,
  TOKEN,
  COOKIE,
  Buffer.from(`${USER.name}:${USER.password}`).toString('base64'),
  createHash('md5').update(`${USER.name}:Members:${USER.password}`).digest('hex'),
]

export type Wall = 'basic' | 'digest' | 'token' | 'cookie' | 'form'

export interface WalledSite extends AsyncDisposable {
  origin: string
  /** Of the other website. */
  otherOrigin: string
  /** Requests by path. */
  requested: string[]
  /** Requests of other origins that had a secret. */
  leaks: string[]
  /** Requests that were served. */
  served(): number
  /** No request is accepted any more, once so many were; behind a form, none of those who signed in before. */
  expireAfter(served: number): void
  /** Times that the form was submitted with the right password. */
  signIns(): number
}

const PAGES = 100
const PER_LEVEL = 10

export async function startWalledSite(wall: Wall, pages = PAGES): Promise<WalledSite> {
  const leaks: string[] = []
  const requested: string[] = []
  const nonce = randomUUID()
  let served = 0
  let expiresAfter = Number.POSITIVE_INFINITY
  let signIns = 0
  /** Of the form, once for each sign-in. */
  const sessions = new Set<string>()
  const other = createServer((request, response) => {
    const sent = JSON.stringify([request.rawHeaders, request.url])
    if (request.headers.authorization || request.headers.cookie || SECRETS.some(secret => sent.includes(secret)))
      leaks.push(`${request.method} ${request.url} ${sent}`)
    const back = new URL(request.url ?? '', 'http://x').searchParams.get('back')
    if (back) response.writeHead(302, { location: back }).end()
    else response.writeHead(200, { 'content-type': 'text/html' }).end('<title>Elsewhere</title>')
  })
  const otherOrigin = await listen(other)
  const own = createServer((request, response) => {
    const path = request.url ?? ''
    requested.push(path)
    if (wall === 'form' && served >= expiresAfter) {
      sessions.clear()
      expiresAfter = Number.POSITIVE_INFINITY
    }
    if (path.startsWith('/login')) {
      if (request.method === 'POST') {
        void readForm(request).then(form => {
          const isRight =
            form.get('user') === USER.name && form.get('pass') === USER.password && form.get('csrf') === nonce
          const session = `${COOKIE}-${++signIns}`
          if (isRight) sessions.add(session)
          const cookie = { 'set-cookie': `sid=${session}; Path=/; HttpOnly` }
          if (isRight) response.writeHead(303, { location: '/', ...cookie }).end()
          else response.writeHead(200, { 'content-type': 'text/html' }).end(loginForm(nonce, 'Wrong password for ann'))
        })
        return
      }
      response.writeHead(200, { 'content-type': 'text/html' }).end(loginForm(nonce, ''))
    } else if (served >= expiresAfter || !isSignedIn(request, { wall, nonce, sessions })) {
      refuse(wall, { nonce, path }, (status, headers) => response.writeHead(status, headers).end())
    } else if (path.startsWith('/away')) {
      response.writeHead(302, { location: `${otherOrigin}${path}` }).end()
    } else {
      const number = path === '/' ? 0 : Number(/^\/page\/(\d+)$/.exec(path)?.[1] ?? Number.NaN)
      const isPage = number < pages
      if (isPage) served++
      response.writeHead(isPage ? 200 : 404, { 'content-type': 'text/html' })
      response.end(isPage ? pageText(number, { pages, otherOrigin }) : '<title>Not found</title>')
    }
  })
  const origin = await listen(own)
  return {
    origin,
    otherOrigin,
    requested,
    leaks,
    served: () => served,
    signIns: () => signIns,
    expireAfter: count => {
      expiresAfter = count
    },
    async [Symbol.asyncDispose]() {
      for (const server of [own, other]) {
        server.closeAllConnections()
        await new Promise(resolve => server.close(resolve))
      }
    },
  }
}

function loginForm(token: string, message: string): string {
  return `<!doctype html><title>Log in</title><p>${message}</p><form method="post" action="/login">
    <input type="hidden" name="csrf" value="${token}"><input name="user"><input type="password" name="pass"><button>Log in</button></form>`
}

async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  let text = ''
  for await (const part of request) text += part
  return new URLSearchParams(text)
}

async function listen(server: ReturnType<typeof createServer>): Promise<string> {
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

function isSignedIn(
  { headers, method, url = '' }: IncomingMessage,
  { wall, nonce, sessions }: { wall: Wall; nonce: string; sessions: ReadonlySet<string> },
) {
  const { authorization = '', cookie = '' } = headers
  switch (wall) {
    case 'basic':
      return authorization === `Basic ${Buffer.from(`${USER.name}:${USER.password}`).toString('base64')}`
    case 'token':
      return authorization === `Bearer ${TOKEN}`
    case 'cookie':
      return cookie.split('; ').includes(`sid=${COOKIE}`)
    case 'form':
      return sessions.has(/(?:^|; )sid=([^;]+)/.exec(cookie)?.[1] ?? '')
    case 'digest': {
      const parameter = (name: string) => new RegExp(`${name}="?([^",]+)`).exec(authorization)?.[1] ?? ''
      const hash = (text: string) => createHash('md5').update(text).digest('hex')
      const key = hash(`${USER.name}:Members:${USER.password}`)
      const subject = hash(`${method}:${url}`)
      const given = [nonce, parameter('nc'), parameter('cnonce'), 'auth'].join(':')
      return parameter('response') === hash(`${key}:${given}:${subject}`)
    }
  }
}

function refuse(
  wall: Wall,
  { nonce, path }: { nonce: string; path: string },
  respond: (status: number, headers: Record<string, string>) => void,
): void {
  if (wall === 'cookie' || wall === 'form') respond(302, { location: `/login?from=${encodeURIComponent(path)}` })
  else if (wall === 'token') respond(401, { 'www-authenticate': 'Bearer' })
  else if (wall === 'basic') respond(401, { 'www-authenticate': 'Basic realm="Members"' })
  else respond(401, { 'www-authenticate': `Digest realm="Members", nonce="${nonce}", qop="auth"` })
}

/** Every tenth page leads to the next ten, and each to the other website in every way that there is. */
function pageText(number: number, { pages, otherOrigin }: { pages: number; otherOrigin: string }): string {
  const first = number * PER_LEVEL + 1
  const links = Array.from({ length: PER_LEVEL }, (_, index) => first + index)
    .filter(each => each < pages)
    .map(each => `<a href="/page/${each}">Page ${each}</a>`)
  return `<!doctype html><html lang="en"><head><title>Page ${number} of the members</title>
    <link rel="stylesheet" href="${otherOrigin}/style-${number}.css"><link rel="canonical" href="/page/${number}">
    <script src="${otherOrigin}/script-${number}.js"></script></head><body><h1>Page ${number}</h1>
    <p>Text of page ${number}.</p>${links.join(' ')}
    <a href="${otherOrigin}/link-${number}">Elsewhere</a> <a href="/away-${number}">Away</a> <a href="/logout">Log out</a>
    <img src="${otherOrigin}/image-${number}.png" alt="Image ${number}"><iframe src="${otherOrigin}/frame-${number}"></iframe>
    </body></html>`
}
