import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ShareLinkResponse } from '#shared/api/sharing.ts'
import { command, linksTable } from './shares.ts'
import { serveApi } from './test-api-server.ts'
import { printedBy } from './test-printed.ts'
import { assertRefused } from './test-refusal.ts'

const misused: [name: string, operands: string[], flags: Record<string, string>, sentence: RegExp][] = [
  ['no action', [], {}, /^Say what to do/],
  ['an id that is none', ['list', 'x'], {}, /^Name the website by its number/],
  ['no link', ['revoke', '1'], {}, /^Name the link by its number/],
  ['still more', ['revoke', '1', '2', '3'], {}, /^Say what to do/],
  ['a link that is none', ['revoke', '1', 'x'], {}, /^Name the link by its number/],
  ['too much', ['add', '1', '2'], {}, /^shares add takes one ID/],
  ['an option of another action', ['list', '1'], { days: '3' }, /^--days is no option of shares list/],
  ['an unknown part', ['add', '1'], { parts: 'issues,passwords' }, /^--parts has issues, .* not “passwords”/],
  ['a number that is none', ['add', '1'], { days: 'x' }, /^--days must be a whole number/],
  ['no server', ['list', '1'], {}, /^Name the server/],
]

const link: ShareLinkResponse = {
  id: 3,
  name: 'Example',
  crawlId: 40,
  earlierCrawlId: 31,
  parts: ['comparison'],
  hasPassword: false,
  state: 'open',
  createdAt: '2026-11-01T10:00:00.000Z',
  expiresAt: '2026-12-01T10:00:00.000Z',
  lastUsedAt: null,
}

describe('sitesounder shares', () => {
  for (const [name, operands, flags, sentence] of misused)
    it(`refuses ${name} with one sentence`, () => assertRefused(command, { operands, flags, sentence }))

  it('lists links as a table', async () => {
    const links = [link, { ...link, id: 12, earlierCrawlId: null, parts: [], state: 'revoked' as const }]
    await using server = await serveApi({ 'GET /api/websites/7/shares': { links, defaultDays: 30, maxDays: 90 } })
    const call = { operands: ['list', '7'], settings: server.settings }
    assert.deepEqual(await printedBy(command, call), {
      code: 0,
      stdout: `id  state    crawl      expires     shows                 name
3   open     31 and 40  2026-12-01  overview, comparison  Example
12  revoked  40         2026-12-01  overview              Example
`,
      stderr: '',
    })
    assert.deepEqual(JSON.parse((await printedBy(command, { ...call, flags: { json: 'true' } })).stdout), links)
    assert.deepEqual(server.requests[0], ['GET /api/websites/7/shares'])
    assert.equal(linksTable([]), 'There are no links.\n')
  })

  const parts = ['issues', 'pages', 'report']
  const sent: [name: string, flags: Record<string, string>, body: unknown][] = [
    ['what is usual', {}, { name: '', parts }],
    [
      'what is named',
      { name: 'Example', parts: ' comparison , issues', crawl: '40', with: '31', days: '14' },
      { name: 'Example', parts: ['comparison', 'issues'], crawlId: 40, earlierCrawlId: 31, expiresInDays: 14 },
    ],
  ]
  for (const [name, flags, body] of sent)
    it(`adds a link that shows ${name}`, async () => {
      const made = { link, url: 'https://audit.test/share/x\u202e' }
      await using server = await serveApi({ 'POST /api/websites/7/shares': made })
      const call = { operands: ['add', '7'], settings: server.settings }
      assert.deepEqual(await printedBy(command, { ...call, flags }), {
        code: 0,
        stdout: 'https://audit.test/share/x[U+202E]\n',
        stderr: '',
      })
      assert.deepEqual(server.requests, [['POST /api/websites/7/shares', body]])
      assert.deepEqual(
        JSON.parse((await printedBy(command, { ...call, flags: { ...flags, json: 'true' } })).stdout),
        made,
      )
    })

  it('revokes a link', async () => {
    await using server = await serveApi({ 'POST /api/websites/7/shares/revoke': { message: 'Revoked.' } })
    const call = { operands: ['revoke', '7', '3'], settings: server.settings }
    assert.deepEqual(await printedBy(command, call), { code: 0, stdout: 'The link is revoked.\n', stderr: '' })
    assert.deepEqual(server.requests, [['POST /api/websites/7/shares/revoke', { linkId: 3 }]])
    assert.equal((await printedBy(command, { ...call, flags: { json: 'true' } })).stdout, '{"linkId":3}\n')
  })
})
