import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { after, before, test } from 'node:test'
import type { Client } from '@modelcontextprotocol/client'
import { serveHttp } from '#fetch/test-server.ts'
import { tokenWeight } from '#mcp/data-block.ts'
import { startTestServer } from '../support/product.ts'
import { temporaryFolder } from '../support/storage.ts'
import { hostileTexts, MARK } from './hostile-texts.ts'
import { addApiKey, callTool, connectHttp, MAX_TOKENS, rowsOf } from './mcp-client.ts'

/** No page can close the block of data that it stands in, or reach the name, description or annotation of a tool. */

const PAGES = hostileTexts.length
const flags = {
  'user-password': 'nine small otters',
  'requests-per-minute': '1000000',
  'requests-per-minute-per-address': '1000000',
}
/** What cannot be seen, and what reorders or ends lines. */
const UNSEEN = /[\p{Bidi_Control}\p{Default_Ignorable_Code_Point}\p{Cc}\u2028\u2029]/u

const parts = new AsyncDisposableStack()
after(() => parts.disposeAsync())

let client: Client
let start: string

before(async () => {
  const site = parts.use(
    await serveHttp(({ url = '/' }, response) => {
      const text = hostileTexts[Number(/^\/(\d+)/.exec(url)?.[1])]
      const body = url === '/' ? home() : text === undefined ? null : pageOf(text)
      response.writeHead(body === null ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' }).end(body ?? 'Gone')
    }),
  )
  start = `${site.origin}/`
  const folder = temporaryFolder()
  parts.defer(() => rmSync(folder, { recursive: true, force: true }))
  const server = parts.use(await startTestServer({ folder, flags }))
  client = await connectHttp(server.url, await addApiKey(folder, 'read+crawl'), '2026-07-28')
  parts.defer(() => client.close())
})

/** Links by a URL that says the text, too. */
function home(): string {
  const links = hostileTexts.map((text, at) => `<a href="/${at}?${encodeURIComponent(text.toWellFormed())}">${at}</a>`)
  return `<!doctype html><title>${MARK}</title><h1>Home</h1>${links.join(' ')}`
}

function pageOf(text: string): string {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
  return `<!doctype html><html lang="${escaped}"><title>${escaped}</title><meta name="description" content="${escaped}">
    <link rel="canonical" href="/nowhere?${encodeURIComponent(text.toWellFormed())}"><h1>${escaped}</h1>
    <img src="/gone.png" title="${escaped}"><a href="/gone?${escaped}">${escaped}</a><button class="${escaped}"></button>`
}

/** What the server says of itself. */
async function described(): Promise<string> {
  const { tools } = await client.listTools()
  const { prompts } = await client.listPrompts()
  const { resourceTemplates } = await client.listResourceTemplates()
  return JSON.stringify({ tools, prompts, resourceTemplates, instructions: client.getInstructions() })
}

test(`${PAGES} hostile contents of pages stay inside the data of every tool`, async () => {
  assert.equal(PAGES, 30)
  const before = await described()
  let heaviest = 0
  const call = async (name: string, args: Record<string, unknown>) => {
    const responded = await callTool(client, name, args)
    const { words, text } = responded
    assert.doesNotMatch(words, new RegExp(MARK), name)
    assert.doesNotMatch(text.replaceAll('\n', ''), UNSEEN, name)
    heaviest = Math.max(heaviest, tokenWeight(text))
    return responded
  }
  const all = async (name: string, args: Record<string, unknown>) => {
    const rows: Record<string, unknown>[] = []
    for (;;) {
      const part = await call(name, { ...args, offset: rows.length })
      rows.push(...part.rows)
      if (!part.words.includes('call again with offset')) return rows
    }
  }
  const audited = await call('audit', { url: start, waitSeconds: 600 })
  assert.match(audited.words, / is complete: /)
  const websiteId = audited.rows[0]?.websiteId
  await all('list_websites', {})
  await all('top_fixes', { websiteId })
  const findings = await all('findings', { websiteId })
  assert.ok(findings.length > PAGES)
  for (const { id } of findings) await call('finding', { websiteId, issueId: id })
  const pages = await all('search', { websiteId, text: MARK })
  assert.ok(pages.length >= PAGES)
  for (const { url } of pages) if (String(url).length < 2_000) await call('page', { websiteId, url })
  await all('search', { websiteId, text: MARK, of: 'findings' })
  await all('sitemap', { websiteId })
  await call('compare', { websiteId })
  await call('mute', { websiteId, urlPattern: '/7?*', reason: hostileTexts[7]?.slice(0, 400) })

  const { resources } = await client.listResources()
  assert.doesNotMatch(JSON.stringify(resources), new RegExp(MARK))
  for (const { uri } of resources.filter(resource => resource.uri.endsWith('/report'))) {
    const [content] = (await client.readResource({ uri })).contents
    assert.ok(content && 'text' in content)
    const [words = '', block = ''] = content.text.split('\n\n')
    assert.doesNotMatch(words, new RegExp(MARK))
    rowsOf(block)
  }
  assert.equal(await described(), before)
  assert.ok(heaviest < MAX_TOKENS, `${heaviest} tokens`)
})
