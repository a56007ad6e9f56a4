import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { page } from './page.ts'

/**
 * The members' area of the bakery: pages behind a login form with a token against forged requests, as most websites have it. No page of the
 * public site links to it: it is crawled from `/club/`.
 */

/** Who may read it: documented, for everyone. */
export const demoMember = { name: 'baker', password: 'sourdough' }

/** Path of its start page. */
export const MEMBERS_AREA = '/club/'
const LOGIN = '/club/login'

interface Sent {
  status: number
  headers: Record<string, string>
  body: string
}

const recipes = ['rye', 'wheat', 'spelt', 'oat', 'barley', 'potato', 'walnut', 'olive']
const html = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' }
const links = recipes.map(name => `<li><a href="/club/${name}">The recipe of our ${name} bread</a></li>`).join('')

const club = page({
  path: MEMBERS_AREA,
  title: 'Recipes for members of the bakery',
  h1: 'Recipes for members',
  header: '<a href="/club/logout">Log out</a>',
  footer: '',
  extra: `<ul>${links}</ul>`,
})
const pages = new Map(
  [
    club,
    ...recipes.map(name =>
      page({
        path: `/club/${name}`,
        title: `How our ${name} bread is made`,
        header: '<a href="/club/">All recipes</a> <a href="/club/logout">Log out</a>',
        footer: '',
        related: [],
      }),
    ),
  ].map(each => [each.path, String(each.body)]),
)

/** Responds to requests below `/club/`; its visitors are signed in until it ends. */
export function createMembersArea(): (request: IncomingMessage) => Promise<Sent> {
  const token = randomUUID()
  const visitors = new Set<string>()
  return async request => {
    const path = request.url ?? ''
    const visitor = /(?:^|; )club=([^;]+)/.exec(request.headers.cookie ?? '')?.[1] ?? ''
    if (path === LOGIN) {
      if (request.method !== 'POST') return { status: 200, headers: html, body: loginPage(token, '') }
      const form = await readForm(request)
      if (
        form.get('token') !== token ||
        form.get('name') !== demoMember.name ||
        form.get('password') !== demoMember.password
      )
        return { status: 200, headers: html, body: loginPage(token, 'This name or password is wrong.') }
      const signedIn = randomUUID()
      visitors.add(signedIn)
      const cookie = `club=${signedIn}; Path=/club; HttpOnly; SameSite=Lax`
      return { status: 303, headers: { location: MEMBERS_AREA, 'set-cookie': cookie }, body: '' }
    }
    if (!visitors.has(visitor)) return { status: 302, headers: { location: LOGIN }, body: '' }
    if (path === '/club/logout') {
      visitors.delete(visitor)
      return { status: 302, headers: { location: LOGIN }, body: '' }
    }
    const body = pages.get(path)
    return { status: body === undefined ? 404 : 200, headers: html, body: body ?? '<title>Page not found</title>' }
  }
}

function loginPage(token: string, message: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Log in to the club of the bakery</title></head>
<body><h1>Log in</h1><p>${message}</p><form method="post" action="${LOGIN}"><input type="hidden" name="token" value="${token}">
<label>Name <input name="name" autocomplete="username"></label>
<label>Password <input type="password" name="password" autocomplete="current-password"></label><button>Log in</button></form></body></html>`
}

/** A form of this page is a hundred bytes. */
const MAX_FORM_LENGTH = 10_000

async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  let text = ''
  for await (const part of request) {
    text += part
    if (text.length > MAX_FORM_LENGTH) break
  }
  return new URLSearchParams(text)
}
