import assert from 'node:assert/strict'
import { test } from 'node:test'
import { endpoints } from '#shared/api/endpoints.ts'
import { streams } from '#shared/api/streams.ts'
import { type LoggedEvent, startTestServer } from '../support/product.ts'
import { until } from '../support/until.ts'
import { SECRETS, startWalledSite, USER } from '../support/walled-site.ts'

/** Fewer readable endpoints than there are would mean that the test no longer reads them. */
const MIN_READ = 30

test('no response to the owner of a crawl with credentials holds one of them', async () => {
  await using site = await startWalledSite('basic', 12)
  const logged: LoggedEvent[] = []
  const password = 'lantern-orchard-47-basalt'
  await using server = await startTestServer({
    logged,
    flags: { 'credentials-key': 'a key of the tests, which is long enough', 'user-password': password },
  })
  let cookie = ''
  const request = async (path: string, body?: object) => {
    const response = await fetch(server.url + path, {
      headers: { cookie, origin: server.url, 'content-type': 'application/json' },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    })
    const cookies = response.headers.getSetCookie().map(each => each.split(';', 1)[0])
    if (cookies.length > 0) cookie = cookies.join('; ')
    return { response, text: await response.text() }
  }
  await request(endpoints.login.path, { username: 'user', password })
  const credentials = { origins: [site.origin], user: USER }
  const started = await request(endpoints.startCrawl.path, { url: site.origin, crawlLimit: 20, credentials })
  const { websiteId } = endpoints.startCrawl.response.parse(JSON.parse(started.text))
  const result = async () =>
    endpoints.crawlResult.response.parse(JSON.parse((await request(`/api/crawl/${websiteId}`)).text))
  await until(async () => (await result()).status === 'complete')
  assert.equal((await result()).pagesCrawled, 12)

  let read = 0
  const found: string[] = []
  const paths = [...Object.values(endpoints), ...Object.values(streams)]
    .filter(row => !('method' in row) || row.method === 'GET')
    .map(({ path }) => path.replace(':id', String(websiteId)))
  for (const path of [...paths, '/', `/dashboard/${websiteId}`, `/projects`]) {
    const { response, text } = await request(path)
    if (response.ok) read++
    const sent = text + JSON.stringify([...response.headers])
    if (SECRETS.some(secret => sent.includes(secret))) found.push(path)
  }
  assert.deepEqual([found, SECRETS.filter(secret => JSON.stringify(logged).includes(secret))], [[], []])
  assert.ok(read >= MIN_READ, `${read} of ${paths.length} endpoints were read`)
})
