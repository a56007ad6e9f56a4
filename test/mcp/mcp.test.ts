import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import { tokenWeight } from '#mcp/data-block.ts'
import type { RunningServer } from '#runtime/server.ts'
import { type FixableSite, startFixableSite } from '../support/fixable-site.ts'
import { startTestServer } from '../support/product.ts'
import { temporaryFolder } from '../support/storage.ts'
import { fixByTools } from './fix-by-tools.ts'
import { addApiKey, callTool, connectHttp, MAX_TOKENS, revisions } from './mcp-client.ts'

/**
 * The Model Context Protocol server against the client of the official SDK, over HTTP in the current revision. The other transport and the
 * revision before: tools.long.test.ts.
 */

const [newest] = revisions

let folder: string
let site: FixableSite
let server: RunningServer
let keys: { full: string; readOnly: string }

before(async () => {
  folder = temporaryFolder()
  site = await startFixableSite()
  server = await startTestServer({ folder, flags: { 'user-password': 'nine small otters' } })
  keys = { full: await addApiKey(folder, 'read+crawl'), readOnly: await addApiKey(folder, 'read') }
})
after(async () => {
  await server[Symbol.asyncDispose]()
  await site[Symbol.asyncDispose]()
  rmSync(folder, { recursive: true, force: true })
})

describe('the tools', () => {
  test('audit, explain, and close a finding that was fixed in the source', async t => {
    const client = await connectHttp(server.url, keys.full, newest)
    t.after(() => client.close())
    await fixByTools(client, { site, revision: newest })
  })

  test('say what was refused, and refuse what an API key may not do', async t => {
    const client = await connectHttp(server.url, keys.readOnly, newest)
    t.after(() => client.close())
    const refusals: [string, Record<string, unknown>, unknown[]][] = [
      ['audit', { url: site.origin }, [{ message: 'This API key may only read.' }]],
      ['status', { websiteId: 999 }, [{ message: 'Website not found' }]],
    ]
    for (const [name, args, rows] of refusals) {
      const responded = await callTool(client, name, args)
      assert.deepEqual(
        [responded.isError, responded.words, responded.rows],
        [true, 'This was refused or failed.', rows],
      )
    }
    await assert.rejects(connectHttp(server.url, 'snd_wrong', newest))
    const { status, headers } = await fetch(new URL('/mcp', server.url), { method: 'POST', body: '{}' })
    assert.deepEqual([status, headers.get('www-authenticate')], [401, 'Bearer realm="Sitesounder"'])
  })
})

describe('resources and prompts', () => {
  for (const revision of revisions)
    test(`explain checks, report a website and tell how to fix a site, in revision ${revision}`, async t => {
      const client = await connectHttp(server.url, keys.full, revision)
      t.after(() => client.close())
      const read = async (uri: string) => {
        const [content] = (await client.readResource({ uri })).contents
        assert.ok(content && 'text' in content)
        assert.ok(tokenWeight(content.text) < MAX_TOKENS, uri)
        return content.text
      }
      assert.match(await read('sitesounder://checks'), /^title-missing \(error\): /m)
      assert.match(await read('sitesounder://checks/title-missing'), /\nWhy it matters: .+\nHow to fix it: /)
      const { resources } = await client.listResources()
      const report = resources.find(({ uri }) => uri.endsWith('/report'))
      assert.match(await read(report?.uri ?? ''), /^Crawl \d+ of website /)
      const { completion } = await client.complete({
        ref: { type: 'ref/resource', uri: 'sitesounder://checks/{check}' },
        argument: { name: 'check', value: 'title-mis' },
      })
      assert.deepEqual(completion.values, ['title-missing'])
      const prompt = async (source?: string) => {
        const url = 'http://127.0.0.1:8080/'
        const { messages } = await client.getPrompt({
          name: 'fix_my_site',
          arguments: source === undefined ? { url } : { url, source },
        })
        const [first] = messages
        assert.ok(first?.content.type === 'text')
        return first.content.text
      }
      const site = String.raw`^Fix the website at http://127\.0\.0\.1:8080/\. Its source is in `
      assert.match(await prompt(), new RegExp(`${site}the folder you are working in\\.\n.+check_again`, 's'))
      assert.match(await prompt('/srv/site'), new RegExp(`${site}/srv/site\\.\n.+check_again`, 's'))
    })
})
