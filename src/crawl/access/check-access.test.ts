import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openFetcher, serveHttp } from '#fetch/test-server.ts'
import { credentialsSchema, type TypedCredentials } from '#shared/credentials.ts'
import { checkAccess } from './check-access.ts'

const TOKEN = 'secret-token'
const PASSWORD = 'secret-password'
const FORM = '<form method=post action=/login><input name=user><input name=pass type=password></form>'

/** A members' area that takes a token or the cookie of its form; `/open` shows a login form to everyone. */
async function testAt(path: string, given: (origin: string) => Partial<TypedCredentials>) {
  await using other = await serveHttp((_, response) => response.end())
  await using server = await serveHttp((request, response) => {
    const { authorization, cookie } = request.headers
    response.setHeader('content-type', 'text/html')
    if (request.url === '/login' && request.method === 'POST')
      response.writeHead(302, { location: '/', 'set-cookie': 'sid=1; Path=/' }).end()
    else if (request.url === '/login') response.end(FORM)
    else if (request.url === '/open') response.end(`Hello ${authorization ?? ''} ${FORM}`)
    else if (request.url === '/away') response.writeHead(302, { location: other.origin }).end()
    else if (request.url === '/broken') response.destroy()
    else if (request.url === '/forbidden') response.writeHead(403).end('No')
    else if (cookie === 'sid=1' || authorization === `Bearer ${TOKEN}`) response.end(`Hello ${authorization ?? ''}`)
    else response.writeHead(302, { location: '/login' }).end()
  })
  await using fetcher = openFetcher()
  const credentials = credentialsSchema.parse({ origins: [server.origin], ...given(server.origin) })
  const inBrowser = async () => ({ ok: false, why: 'there is no browser', shown: '', isBrowserMissing: true }) as const
  const signal = new AbortController().signal
  const result = await checkAccess({ url: server.origin + path, credentials }, { fetcher, inBrowser, signal })
  return JSON.parse(JSON.stringify(result).replaceAll(server.origin, 'ORIGIN').replaceAll(other.origin, 'OTHER'))
}

const signIn = (origin: string) => ({
  signIn: {
    url: `${origin}/login`,
    steps: [
      {
        fields: [
          { field: 'username', value: 'ann' },
          { field: 'pass', value: PASSWORD },
        ],
      },
    ],
  },
})
const ACCEPTED = 'The website accepted them: the start page responds with 200.'

const rows: [name: string, path: string, given: (origin: string) => Partial<TypedCredentials>, result: object][] = [
  ['a token', '/', () => ({ token: TOKEN }), { isAccepted: true, message: ACCEPTED, shown: 'Hello Bearer •••' }],
  ['a sign-in', '/', signIn, { isAccepted: true, message: ACCEPTED, shown: 'Hello' }],
  [
    'a wrong token',
    '/',
    () => ({ token: 'wrong' }),
    {
      isAccepted: false,
      message: 'The start page redirects to ORIGIN/login, and its pages show a login form.',
      shown: '',
    },
  ],
  [
    'a page that shows a login form to everyone',
    '/open',
    () => ({ token: TOKEN }),
    {
      isAccepted: false,
      message: 'Its pages show a login form. If they always do, enter a text that they show to signed-in users alone.',
      shown: 'Hello Bearer •••',
    },
  ],
  [
    'that page with a text for signed-in users',
    '/open',
    () => ({ token: TOKEN, signedInText: 'Hello' }),
    { isAccepted: true, message: ACCEPTED, shown: 'Hello Bearer •••' },
  ],
  [
    'a page that is refused after a sign-in',
    '/forbidden',
    signIn,
    { isAccepted: false, message: 'The sign-in succeeded, but the start page responds with 403.', shown: 'No' },
  ],
  [
    'a start page that cannot be read',
    '/broken',
    () => ({ token: TOKEN }),
    {
      isAccepted: false,
      message: 'The start page cannot be read: Connection closed before a response arrived.',
      shown: '',
    },
  ],
  [
    'a sign-in that fails',
    '/',
    origin => ({ signIn: { url: `${origin}/forbidden`, steps: signIn(origin).signIn.steps } }),
    {
      isAccepted: false,
      message: 'The sign-in failed, as ORIGIN/forbidden responds with 403, and there is no browser.',
      shown: 'No',
    },
  ],
  [
    'a start page elsewhere',
    '/away',
    () => ({ token: TOKEN }),
    {
      isAccepted: false,
      message: 'The start page redirects to OTHER, which is not among the origins that they are sent to.',
      shown: '',
    },
  ],
  [
    'origins without that of the start page',
    '/',
    () => ({ token: TOKEN, origins: ['https://elsewhere.test'] }),
    {
      isAccepted: false,
      message: 'The origin of the start page is not among those that they are sent to.',
      shown: '',
    },
  ],
]

describe('checkAccess()', () => {
  for (const [name, path, given, result] of rows)
    it(`says what came of ${name}`, async () => assert.deepEqual(await testAt(path, given), result))
})
