import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { command } from './issues.ts'
import { serveApi } from './test-api-server.ts'
import { printedBy } from './test-printed.ts'
import { assertRefused } from './test-refusal.ts'

const here = { server: 'http://127.0.0.1:1' }
const misused: [name: string, operands: string[], settings: Record<string, string>, sentence: RegExp][] = [
  ['no server', ['list', '1'], { 'api-key': 'snd_x' }, /^Name the server/],
  ['no key', ['muted', '1'], here, /^Give an API key/],
  ['no action', [], here, /^Say what to do/],
  ['an unknown action', ['mute', '1'], here, /^Say what to do/],
  ['one operand too many', ['list', '1', '2'], here, /^Say what to do/],
  ['one issue too many', ['check-again', '1', '2', '3'], here, /^Say what to do/],
  ['no website', ['muted'], here, /^Name the website by its number/],
  ['a website that is none', ['list', '../users'], here, /^Name the website by its number/],
  ['no issue', ['check-again', '1'], here, /^Name the issue by its number/],
  ['an issue that is none', ['check-again', '1', '-2'], here, /^Name the issue by its number/],
]

describe('command.run()', () => {
  for (const [name, operands, given, sentence] of misused)
    it(`refuses ${name} with one sentence`, () => assertRefused(command, { operands, settings: given, sentence }))

  it('lists nothing where nothing is found or muted', async () => {
    await using server = await serveApi({
      'GET /api/issues/7': { issues: [], totalCount: 0, hasMore: false, currentPage: 1, pageCount: 0 },
      'GET /api/crawl/7/suppressed': { issues: [], totalCount: 0, mutedCount: 0, switchedOffCount: 0 },
    })
    const said = async (action: string) =>
      await printedBy(command, { operands: [action, '7'], settings: server.settings })
    assert.deepEqual(await said('list'), { code: 0, stdout: 'There are no issues.\n', stderr: '' })
    assert.deepEqual(await said('muted'), { code: 0, stdout: 'No issue is muted.\n', stderr: '' })
    assert.deepEqual(server.requests, [
      ['GET /api/issues/7?limit=1000'],
      ['GET /api/crawl/7/suppressed?kind=muted&limit=1000'],
      ['GET /api/crawl/7/suppressed?kind=switched-off&limit=1000'],
    ])
  })

  it('lists muted issues with their reasons, and says how many it leaves out', async () => {
    const issue = {
      id: 5,
      checkId: 'title-missing',
      title: 'Title missing',
      type: 'meta_issue',
      severity: 'error',
      message: '',
      pageUrl: 'https://a.test/\u202e',
      kind: 'muted',
      reason: 'Known',
      muteId: 1,
    }
    const list = { issues: [issue], totalCount: 3, mutedCount: 3, switchedOffCount: 3 }
    await using server = await serveApi({ 'GET /api/crawl/7/suppressed': list })
    const call = { operands: ['muted', '7'], settings: server.settings }
    assert.equal(
      (await printedBy(command, call)).stdout,
      `id  severity  check          url                      reason
5   error     title-missing  https://a.test/[U+202E]  Known
5   error     title-missing  https://a.test/[U+202E]  Known
… and 4 more: export the list for all of them.
`,
    )
    const { stdout } = await printedBy(command, { ...call, flags: { json: 'true' } })
    assert.deepEqual(JSON.parse(stdout), { issues: [issue, issue], totalCount: 6 })
  })

  const checks: [result: string | null, sentence: string, said: string, code: number][] = [
    ['fixed', 'It is fixed.', 'It is fixed.', 0],
    ['stays', 'It is still there.', 'It is still there.', 1],
    [null, '', 'It could not be checked again.', 1],
  ]
  for (const [result, sentence, said, code] of checks)
    it(`says what came of a check: ${said}`, async () => {
      const timestamp = '2026-11-01T10:00:00.000Z'
      const check = { id: 1, issueId: 5, requestedAt: timestamp, state: 'done', result, sentence, checkedAt: timestamp }
      await using server = await serveApi({ 'POST /api/issues/7/check-again': check })
      const call = { operands: ['check-again', '7', '5'], settings: server.settings }
      assert.deepEqual(await printedBy(command, call), { code, stdout: `Issue 5: ${said}\n`, stderr: '' })
      assert.deepEqual(server.requests, [['POST /api/issues/7/check-again', { issueId: 5 }]])
    })
})
