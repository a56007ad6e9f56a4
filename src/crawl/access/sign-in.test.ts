import assert from 'node:assert/strict'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { describe, it } from 'node:test'
import type { SignInResult, SigningIn } from '#fetch/access/sign-in-result.ts'
import { openFetcher, serveHttp } from '#fetch/test-server.ts'
import { credentialsSchema } from '#shared/credentials.ts'
import type { SignIn } from '#shared/sign-in.ts'
import { signIn } from './sign-in.ts'

const PASSWORD = 'secret&word'
const FIELDS = [
  { field: 'username', value: 'ann' },
  { field: 'current-password', value: PASSWORD },
]

const loginForm = (attributes: string, inner = '') =>
  `<form ${attributes}>${inner}<input name=user><input type=password name=pass></form>`

type Respond = (request: { path: string; form: string; cookie: string }, response: ServerResponse) => void

async function textOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const part of request) text += part
  return text
}

interface Attempt {
  result: SignInResult
  /** Method, path and body of each request. */
  requests: string[]
  browserUses: number
}

/** Signs in to a server with these responses; the browser fails, or is missing. */
async function attempt(given: Partial<SignIn>, respond: Respond, browser: SignInResult = DRAWN): Promise<Attempt> {
  const requests: string[] = []
  await using server = await serveHttp((request, response) => {
    void textOf(request).then(form => {
      const path = request.url ?? ''
      requests.push(`${request.method} ${path} ${form}`.trim())
      response.setHeader('content-type', 'text/html')
      respond({ path, form, cookie: request.headers.cookie ?? '' }, response)
    })
  })
  await using fetcher = openFetcher()
  const credentials = credentialsSchema.parse({
    origins: [server.origin],
    signIn: { url: `${server.origin}/login`, steps: [{ fields: FIELDS }], ...given },
  })
  let browserUses = 0
  const result = await signIn(withSignIn(credentials), {
    fetcher,
    inBrowser: async () => {
      browserUses++
      return browser
    },
    signal: new AbortController().signal,
  })
  const bare = <T>(value: T): T => JSON.parse(JSON.stringify(value).replaceAll(server.origin, 'ORIGIN'))
  return { result: bare(result), requests, browserUses }
}

function withSignIn(credentials: ReturnType<typeof credentialsSchema.parse>): SigningIn {
  assert.ok(credentials.signIn)
  return { ...credentials, signIn: credentials.signIn }
}

const DRAWN: SignInResult = { ok: false, why: 'the browser failed', shown: '' }
const MISSING: SignInResult = { ok: false, why: 'there is no browser', shown: '', isBrowserMissing: true }
const cookie = (value: string) => ({
  origin: 'ORIGIN',
  cookies: [{ name: 'sid', value, domain: '127.0.0.1', isHostOnly: true, path: '/', isSecure: false }],
})

describe('signIn()', () => {
  it('submits the form of the page with its hidden fields and cookies, and keeps the cookies that are set', async () => {
    const { result, requests } = await attempt({}, ({ path, cookie: sent }, response) => {
      if (path === '/login')
        response
          .setHeader('set-cookie', 'sid=before; Path=/')
          .end(loginForm('method=post action=/in', '<input type=hidden name=csrf value=1>'))
      else if (path === '/in')
        response.writeHead(302, { location: '/home', 'set-cookie': 'sid=after; Path=/; HttpOnly' }).end()
      else response.end(`Hello, with ${sent}`)
    })
    assert.deepEqual(
      [result, requests],
      [
        { ok: true, session: [cookie('after')] },
        ['GET /login', 'POST /in csrf=1&user=ann&pass=secret%26word', 'GET /home'],
      ],
    )
  })

  it('goes through steps, and repeats a form where the redirect says so', async () => {
    const steps = [{ fields: FIELDS.slice(0, 1) }, { fields: FIELDS.slice(1) }]
    const proof = { kind: 'text', value: 'Log out' } as const
    const { result, requests } = await attempt({ steps, proof }, ({ path }, response) => {
      if (path === '/login') response.end('<form action=/name method=post><input name=mail type=email></form>')
      else if (path === '/name') response.end('<form action=/old method=post><input name=word type=password></form>')
      else if (path === '/old') response.writeHead(307, { location: '/new' }).end()
      else response.end('<button title="Log out">')
    })
    assert.deepEqual(
      [result.ok, requests],
      [true, ['GET /login', 'POST /name mail=ann', 'POST /old word=secret%26word', 'POST /new word=secret%26word']],
    )
  })

  const failures: [name: string, given: Partial<SignIn>, respond: Respond, why: string, shown: string][] = [
    [
      'a wrong password, which no page shows',
      {},
      ({ path, form }, response) =>
        response.end(
          `${path === '/in' ? `No user ann with ${new URLSearchParams(form).get('pass')?.replace('&', '&amp;')}` : ''}${loginForm('method=post action=/in')}`,
        ),
      'ORIGIN/in, which came then, has a login form again',
      'No user ••• with •••',
    ],
    [
      'a form that is sent elsewhere',
      {},
      (_, response) => response.end(loginForm('method=post action=http://other.test/in')),
      'it leads to http://other.test, which is not among the listed origins, and there is no browser',
      '',
    ],
    [
      'a login page elsewhere',
      {},
      (_, response) => response.writeHead(302, { location: 'http://other.test/login' }).end(),
      'it leads to http://other.test, which is not among the listed origins, and there is no browser',
      '',
    ],
    [
      'a form of a script, which would show the password in a URL',
      {},
      (_, response) => response.end(loginForm('')),
      'the form of ORIGIN/login is sent by a script, and there is no browser',
      '',
    ],
    [
      'a page without the fields',
      {},
      (_, response) => response.end('<p>Loading'),
      'ORIGIN/login has no form with the fields "username", "current-password", and there is no browser',
      'Loading',
    ],
    [
      'a page that is refused',
      {},
      (_, response) => response.writeHead(404).end('Not here'),
      'ORIGIN/login responds with 404, and there is no browser',
      'Not here',
    ],
    [
      'another page than the proof says',
      { proof: { kind: 'url', value: '/members' } },
      ({ path }, response) =>
        path === '/login' ? response.end(loginForm('method=post action=/in')) : response.end('Terms'),
      'it ended at ORIGIN/in, and there is no browser',
      'Terms',
    ],
  ]
  for (const [name, given, respond, why, shown] of failures)
    it(`says what happened: ${name}`, async () => {
      const { result } = await attempt(given, respond, MISSING)
      assert.deepEqual(result, { ok: false, why, shown })
    })

  it('does not wait for a browser when the crawl ends', async () => {
    const credentials = credentialsSchema.parse({
      origins: ['https://www.example.com'],
      signIn: {
        url: 'https://www.example.com/login',
        steps: [{ fields: FIELDS }],
        proof: { kind: 'selector', value: 'a' },
      },
    })
    const ends = new AbortController()
    const signingIn = () =>
      signIn(withSignIn(credentials), {
        fetcher: { fetch: () => assert.fail('nothing is requested') },
        inBrowser: () => Promise.withResolvers<SignInResult>().promise,
        signal: ends.signal,
      })
    const meanwhile = signingIn()
    ends.abort()
    for (const result of [meanwhile, signingIn()])
      assert.deepEqual(await result, { ok: false, why: 'the crawl ended before', shown: '' })
  })

  it('uses a browser where an element proves the sign-in, and where no plain form can be sent, but not after a wrong password', async () => {
    const selector = await attempt({ proof: { kind: 'selector', value: '.account' } }, (_, response) =>
      response.end(loginForm('method=post')),
    )
    const script = await attempt({}, (_, response) => response.end(loginForm('')))
    const wrong = await attempt({}, (_, response) => response.end(loginForm('method=post')))
    assert.deepEqual(
      [selector, script, wrong].map(({ browserUses, requests }) => [browserUses, requests.length]),
      [
        [1, 0],
        [1, 1],
        [0, 2],
      ],
    )
  })
})
