import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdirSync, rmSync } from 'node:fs'
import { test } from 'node:test'
import { createApiKeys } from '#accounts/api-keys.ts'
import { tokenWeight } from '#mcp/data-block.ts'
import { databasePath } from '#runtime/database.ts'
import { FREQUENT_TEXT, makeApiCrawl } from '../bench/api-crawl.ts'
import { startTestServer } from '../support/product.ts'
import { openTestStore, temporaryFolder } from '../support/storage.ts'
import { callTool, connectHttp, MAX_TOKENS } from './mcp-client.ts'

/** Responses of the tools about a crawl with very many findings, MCP_FINDINGS of them: each is short, and lists say where they continue. */

const FINDINGS = Number(process.env.MCP_FINDINGS ?? 100_000)
/** Near the end of the lists. */
const FAR = Math.floor(FINDINGS * 0.9)

test(`every response about ${FINDINGS} findings is short`, async t => {
  const folder = temporaryFolder()
  mkdirSync(folder, { recursive: true })
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const { websiteId, issueId } = await makeApiCrawl(databasePath(folder), FINDINGS)
  const key = await keyOfAdmin(folder)
  await using server = await startTestServer({ folder, flags: { 'requests-per-minute': '100000' } })
  const client = await connectHttp(server.url, key, '2026-07-28')
  t.after(() => client.close())

  const figures: string[] = []
  const call = async (name: string, args: Record<string, unknown> = {}) => {
    const startedAtMs = performance.now()
    const responded = await callTool(client, name, args)
    assert.equal(responded.isError, false, responded.text)
    const tokens = tokenWeight(responded.text)
    assert.ok(tokens < MAX_TOKENS, `${name}: ${tokens} tokens`)
    const given = Object.entries(args).flatMap(([arg, value]) => (arg === 'websiteId' ? [] : [`${arg} ${value}`]))
    const ms = Math.round(performance.now() - startedAtMs)
    figures.push(`${[name, ...given].join(', ')}: ${responded.rows.length} rows, ${Math.ceil(tokens)} tokens, ${ms} ms`)
    return responded
  }
  await call('list_websites')
  await call('status', { websiteId })
  const [fix] = (await call('top_fixes', { websiteId })).rows
  const first = await call('findings', { websiteId })
  assert.match(first.words, /call again with offset \d+\.$/)
  await call('findings', { websiteId, offset: FAR })
  await call('findings', { websiteId, check: fix?.check })
  await call('findings', { websiteId, severity: 'error' })
  await call('finding', { websiteId, issueId })
  await call('finding', { websiteId, issueId: first.rows[0]?.id })
  const [page] = (await call('search', { websiteId, text: FREQUENT_TEXT })).rows
  await call('search', { websiteId, text: FREQUENT_TEXT, of: 'findings' })
  await call('page', { websiteId, url: page?.url })
  await call('compare', { websiteId })
  for (const list of ['fixed', 'pages-added']) await call('compare', { websiteId, list })
  const { contents } = await client.readResource({ uri: `sitesounder://websites/${websiteId}/report` })
  const [report] = contents
  assert.ok(report && 'text' in report && tokenWeight(report.text) < MAX_TOKENS)
  figures.push(`the resource of the report: ${Math.ceil(tokenWeight(report.text))} tokens`)
  for (const figure of figures) t.diagnostic(figure)
})

async function keyOfAdmin(folder: string): Promise<string> {
  await using store = await openTestStore({ folder })
  const account = await store.accounts.findByName('admin')
  assert.ok(account)
  const keys = createApiKeys({ store, now: Date.now, randomBytes })
  const { secret } = await keys.add(account, { name: 'test', scopes: 'read' })
  return secret
}
