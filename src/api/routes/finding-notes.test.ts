import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { addCrawl, testIssue } from '#report/test-crawl.ts'
import { endpoints } from '#shared/api/endpoints.ts'
import { MAX_ASSIGNEE_LENGTH, MAX_NOTE_LENGTH, MAX_NOTES_AT_ONCE } from '#shared/finding-note.ts'
import { openTestApp } from '../test-app.ts'

const url = 'https://site.test/'
const NOON = '2026-01-02T12:00:00.000Z'

/** A visitor with one crawl of two pages, each with an issue of the same check. */
async function openCrawl() {
  const test = await openTestApp()
  const visitor = test.visitor()
  await visitor.get('/')
  const pages = [url, `${url}old/a`].map(each => ({ url: each, issues: [testIssue(each)] }))
  const recrawl = async () =>
    await addCrawl(test.store, { ownerId: await visitor.ownerId(), url, pages, nowMs: test.clock.nowMs })
  const { websiteId, crawlId } = await recrawl()
  const issues = async () =>
    endpoints.listIssues.response.parse(await (await visitor.get(`/api/issues/${websiteId}`)).json()).issues
  return {
    store: test.store,
    crawlId,
    recrawl,
    issues,
    idOf: async (pageUrl: string) => (await issues()).find(issue => issue.pageUrl === pageUrl)?.id ?? 0,
    post: async (body: unknown) => await visitor.post(`/api/issues/${websiteId}/notes`, body),
    tickets: async () => await (await visitor.get(`/api/export-csv/${websiteId}?part=tickets`)).text(),
    [Symbol.asyncDispose]: () => test[Symbol.asyncDispose](),
  }
}

const open = { note: '', assignee: '', markedFixed: null }

describe('notes of findings', () => {
  it('are changed in part, and belong to the same finding of the next crawl', async () => {
    await using opened = await openCrawl()
    const { post, idOf, issues, recrawl } = opened
    const issueId = await idOf(url)
    const first = await post({
      issueIds: [issueId, issueId],
      note: ' In the template\nof the head ',
      assignee: ' Ann ',
    })
    const note = { note: 'In the template\nof the head', assignee: 'Ann', markedFixed: null }
    assert.deepEqual(await first.json(), { notes: [{ issueId, ...note }] })
    await recrawl()
    const listed = async () =>
      (await issues()).map(issue => [issue.pageUrl, issue.note, issue.assignee, issue.markedFixed])
    assert.deepEqual(await listed(), [
      [url, note.note, 'Ann', null],
      [`${url}old/a`, '', '', null],
    ])
    const both = [await idOf(url), await idOf(`${url}old/a`)]
    assert.equal((await post({ issueIds: both, isMarkedFixed: true })).status, 200)
    assert.deepEqual(await listed(), [
      [url, note.note, 'Ann', NOON],
      [`${url}old/a`, '', '', NOON],
    ])
    const undone = await post({ issueIds: both, isMarkedFixed: false, note: '', assignee: '' })
    assert.deepEqual(await undone.json(), { notes: both.map(each => ({ issueId: each, ...open })) })
  })

  it('of an issue of an earlier crawl need its id', async () => {
    await using opened = await openCrawl()
    const { post, idOf, recrawl, crawlId } = opened
    const issueId = await idOf(url)
    await recrawl()
    assert.equal((await post({ issueIds: [issueId], assignee: 'Ann' })).status, 404)
    assert.equal((await post({ issueIds: [issueId], crawlId, assignee: 'Ann' })).status, 200)
  })

  it('refuse what is too long or too much', async () => {
    await using opened = await openCrawl()
    const { post, idOf } = opened
    const issueIds = [await idOf(url)]
    const refused: [unknown, RegExp][] = [
      [{ issueIds: [] }, /^Say which issues$/],
      [{ issueIds: Array.from({ length: MAX_NOTES_AT_ONCE + 1 }, (_, index) => index) }, /^At most 100 issues/],
      [{ issueIds, note: 'x'.repeat(MAX_NOTE_LENGTH + 1) }, /^A note has at most 2000 characters$/],
      [{ issueIds, assignee: 'x'.repeat(MAX_ASSIGNEE_LENGTH + 1) }, /^A name has at most 100 characters$/],
    ]
    for (const [body, sentence] of refused) {
      const response = await post(body)
      assert.equal(response.status, 400)
      assert.match(await response.text(), sentence)
    }
  })

  const failures = [
    ['full', 409, 'A website has at most 10000 findings with a note. Empty some that are no longer needed.'],
    ['gone', 404, 'Website not found'],
  ] as const
  for (const [reason, status, sentence] of failures)
    it(`are refused where the website is ${reason}`, async () => {
      await using opened = await openCrawl()
      opened.store.notes.change = async () => ({ ok: false, reason })
      const response = await opened.post({ issueIds: [await opened.idOf(url)], note: 'x' })
      assert.deepEqual([response.status, await response.text()], [status, sentence])
    })

  it('are exported as tickets, as text', async () => {
    await using opened = await openCrawl()
    const { post, idOf, tickets } = opened
    await post({ issueIds: [await idOf(url)], note: 'Soon', assignee: '=cmd()', isMarkedFixed: true })
    const [heads, ...rows] = (await tickets()).split('\r\n')
    assert.equal(
      heads,
      'Summary,Description,Priority,Assignee,Labels,Status,URL,Pages,Note,Marked as fixed,External ID',
    )
    assert.match(
      rows[0] ?? '',
      /^Missing title: \/,"Missing title\n\nhttps:\/\/site\.test\/\n\nWhy it matters: .+\n\nHow to fix it: .+\n\nNote: Soon",High,'=cmd\(\),\S+ title-missing,Done,https:\/\/site\.test\/,1,Soon,2026-01-02T12:00:00\.000Z,[0-9a-f]{32}$/s,
    )
    assert.match(rows[1] ?? '', /^Missing title: \/old\/a,.*,High,,\S+ title-missing,To Do,/s)
  })
})
