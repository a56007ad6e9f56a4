import assert from 'node:assert/strict'
import type { Client } from '@modelcontextprotocol/client'
import { tokenWeight } from '#mcp/data-block.ts'
import { type FixableSite, pageNamed } from '../support/fixable-site.ts'
import { callTool, MAX_TOKENS, type Revision } from './mcp-client.ts'

/** Name, and which of read-only, destructive, idempotent and open world it says. */
const expectedTools = [
  ['audit', 'open world'],
  ['status', 'read-only, idempotent'],
  ['list_websites', 'read-only, idempotent'],
  ['top_fixes', 'read-only, idempotent'],
  ['findings', 'read-only, idempotent'],
  ['finding', 'read-only, idempotent'],
  ['compare', 'read-only, idempotent'],
  ['page', 'read-only, idempotent'],
  ['search', 'read-only, idempotent'],
  ['sitemap', 'read-only, idempotent'],
  ['check_again', 'idempotent, open world'],
  ['mute', 'destructive'],
  ['unmute', 'idempotent'],
]

async function annotationsOf(client: Client): Promise<string[][]> {
  const { tools } = await client.listTools()
  assert.ok(tokenWeight(JSON.stringify(tools)) < MAX_TOKENS)
  return tools.map(({ name, annotations = {} }) => {
    const hints = {
      'read-only': annotations.readOnlyHint,
      destructive: annotations.destructiveHint,
      idempotent: annotations.idempotentHint,
      'open world': annotations.openWorldHint,
    }
    return [
      name,
      Object.entries(hints)
        .flatMap(([hint, isSaid]) => (isSaid ? [hint] : []))
        .join(', '),
    ]
  })
}

/** The numbers of a row that are ids. */
export function idOf(row: Record<string, unknown> | undefined, name: string): number {
  const value = row?.[name]
  assert.ok(typeof value === 'number', `${name} of ${JSON.stringify(row)}`)
  return value
}

/** Audits the site, reads what is wrong with it, and closes a finding that was fixed in the source: by every tool. */
export async function fixByTools(
  client: Client,
  { site, revision }: { site: FixableSite; revision: Revision },
): Promise<void> {
  const call = async (name: string, args: Record<string, unknown>) => {
    const responded = await callTool(client, name, args)
    assert.ok(tokenWeight(responded.text) < MAX_TOKENS, `${name} is short`)
    assert.equal(responded.isError, false, responded.text)
    return responded
  }
  assert.equal(client.getNegotiatedProtocolVersion(), revision)
  assert.deepEqual(await annotationsOf(client), expectedTools)

  site.pages.set('/untitled', pageNamed(''))
  const audited = await call('audit', { url: `${site.origin}/`, waitSeconds: 600 })
  assert.match(audited.words, /^Crawl \d+ of website \d+ is complete: health score \d+ of 100, /)
  const websiteId = idOf(audited.rows[0], 'websiteId')
  const listed = await call('list_websites', {})
  assert.deepEqual(
    listed.rows.map(row => [row.websiteId, row.url]),
    [[websiteId, `${site.origin}/`]],
  )
  assert.deepEqual((await call('status', { websiteId })).words, audited.words)

  const fixes = await call('top_fixes', { websiteId })
  assert.ok(fixes.rows.some(row => row.check === 'title-missing' && row.issues === 1))
  const [untitled] = (await call('findings', { websiteId, check: 'title-missing' })).rows
  assert.deepEqual(
    [untitled?.check, untitled?.severity, untitled?.url, untitled?.pages],
    ['title-missing', 'error', `${site.origin}/untitled`, 1],
  )
  const issueId = idOf(untitled, 'id')
  const proved = await call('finding', { websiteId, issueId })
  assert.match(proved.words, /\nWhy it matters: .+\nHow to fix it: .+\nWhen it is fixed, call check_again\.$/s)

  const [shared] = (await call('findings', { websiteId, check: 'button-name-missing' })).rows
  const template = await call('finding', { websiteId, issueId: idOf(shared, 'id') })
  assert.deepEqual([template.rows[0]?.place, template.rows[0]?.pages], ['header', 7])

  const searched = await call('search', { websiteId, text: 'twin-' })
  assert.deepEqual(
    searched.rows.map(row => row.url),
    ['/twin-1', '/twin-2', '/twin-3'].map(path => site.origin + path),
  )
  assert.ok((await call('search', { websiteId, text: 'gone', of: 'findings' })).rows.length > 0)
  const [page] = (await call('page', { websiteId, url: `${site.origin}/linking` })).rows
  assert.equal(Object(page?.response).statusCode, 200)
  const entries = await call('sitemap', { websiteId, offset: 1 })
  assert.equal(entries.rows[0]?.xml, `<url>\n<loc>${site.origin}/untitled</loc>\n</url>`)

  site.pages.set('/untitled', pageNamed('Titled'))
  assert.match((await call('check_again', { websiteId, issueId })).words, /^Finding \d+: fixed\.$/)
  assert.deepEqual((await call('findings', { websiteId, check: 'title-missing' })).rows, [])

  const muted = await call('mute', { websiteId, check: 'button-name-missing', reason: 'The menu is replaced' })
  assert.deepEqual((await call('findings', { websiteId, check: 'button-name-missing' })).rows, [])
  const muteId = Number(/\d+/.exec(muted.words)?.[0])
  await call('unmute', { websiteId, muteId })
  assert.equal((await call('findings', { websiteId, check: 'button-name-missing' })).rows.length, 1)

  await call('audit', { url: `${site.origin}/`, waitSeconds: 600 })
  const compared = await call('compare', { websiteId })
  assert.equal(Object(compared.rows[0]?.change).pages.added, 0)
}
