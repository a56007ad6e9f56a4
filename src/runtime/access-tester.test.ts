import assert from 'node:assert/strict'
import { it } from 'node:test'
import { serveHttp } from '#fetch/test-server.ts'
import { readSettings } from '#settings/config.ts'
import { targetPolicy } from '#settings/fetch-limits.ts'
import { credentialsSchema } from '#shared/credentials.ts'
import { createAccessTester } from './access-tester.ts'

it('tests credentials at the IP address that the crawl has for the host', async () => {
  const hosts: (string | undefined)[] = []
  await using server = await serveHttp(({ headers }, response) => {
    hosts.push(headers.host)
    response.setHeader('content-type', 'text/html').end('<p>Hello')
  })
  const settings = readSettings({})
  await using tester = createAccessTester({ settings, policy: targetPolicy(settings), log: () => {} })
  const url = `http://staging.test:${server.port}/`
  const credentials = credentialsSchema.parse({ origins: [url], token: 'secret-token' })
  const route = { proxy: '', hostMap: ['staging.test=127.0.0.1'] }
  const result = await tester.testAccess({ url, credentials, route }, new AbortController().signal)
  assert.deepEqual([result.isAccepted, hosts], [true, [`staging.test:${server.port}`]])
})
