import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { addCrawl, testIssue } from '#report/test-crawl.ts'
import type { EndpointRow, StreamRow } from '#shared/api/contract.ts'
import { endpoints } from '#shared/api/endpoints.ts'
import { streams } from '#shared/api/streams.ts'
import { type SharePart, shareParts } from '#shared/sharing.ts'
import { openTestApp, type TestApp } from '../test-app.ts'
import type { TestVisitor } from '../test-visitor.ts'

const MARK = 'secret-of-ann'
const DAY_MS = 86_400_000

interface Scene {
  test: TestApp
  ann: TestVisitor
  bob: TestVisitor
  stranger: TestVisitor
  websiteId: number
  /** Two crawls of the shared website; one of another. */
  first: number
  second: number
  other: { websiteId: number; crawlId: number }
}

async function openScene(): Promise<Scene> {
  const test = await openTestApp({
    requestsPerMinute: 1e6,
    requestsPerMinutePerAddress: 1e6,
    shareRequestsPerMinute: 1e6,
    maxShareDays: 90,
  })
  for (const name of ['ann', 'bob']) await test.addAccount(name)
  const [ann, bob, stranger] = [test.visitor(), test.visitor(), test.visitor()]
  await ann.signIn('ann')
  await bob.signIn('bob')
  await stranger.get('/')
  const ownerId = await ann.ownerId()
  const add = (url: string, nowMs: number) =>
    addCrawl(test.store, {
      ownerId,
      url,
      pages: [{ url, title: 'Home', issues: [testIssue(url)] }],
      nowMs,
    })
  const first = await add('https://site.test/', test.clock.nowMs - 2 * DAY_MS)
  const second = await add('https://site.test/', test.clock.nowMs - DAY_MS)
  const other = await add(`https://${MARK}.test/`, test.clock.nowMs - DAY_MS)
  return { test, ann, bob, stranger, websiteId: first.websiteId, first: first.crawlId, second: second.crawlId, other }
}

async function share({ ann, websiteId }: Scene, body: Record<string, unknown> = {}) {
  const response = await ann.post(`/api/websites/${websiteId}/shares`, { parts: [], ...body })
  const text = await response.text()
  assert.equal(response.status, 200, text)
  const { url, link } = endpoints.addShareLink.response.parse(JSON.parse(text))
  return { path: new URL(url).pathname, linkId: link.id }
}

const rows: Record<string, EndpointRow | StreamRow> = { ...endpoints, ...streams }

/** Requests a row below a link, or as it is. */
async function call(
  visitor: TestVisitor,
  {
    path = '',
    name,
    id,
    query = '',
  }: {
    path?: string
    name: string
    id: number
    query?: string
  },
) {
  const row = rows[name]
  assert.ok(row)
  const url = path + row.path.replace(':id', String(id)) + query
  const response = await ((row.method ?? 'GET') === 'GET' ? visitor.get(url) : visitor.post(url, row.exampleBody))
  return { status: response.status, text: await response.text(), headers: response.headers }
}

/** What each row needs to be called so that it finds something. */
const queries: Record<string, string> = {
  comparedText: '?url=https://site.test/',
  pageDetail: '?url=https://site.test/',
  pageLinks: '?url=https://site.test/',
  issuePages: '?issue=2',
  translationDeclarations: '?set=1',
  thumbnail: '?url=https://site.test/x.png',
  sitemap: '?part=1',
}

describe('share links', () => {
  let scene: Scene
  before(async () => {
    scene = await openScene()
  })
  after(() => scene.test[Symbol.asyncDispose]())

  it('show exactly their crawl, without other crawls, other websites, names and options', async () => {
    const { path } = await share(scene, { crawlId: scene.first, parts: ['issues'] })
    const websites = await call(scene.stranger, { path, name: 'listWebsites', id: 0 })
    assert.deepEqual(
      endpoints.listWebsites.response
        .parse(JSON.parse(websites.text))
        .map(({ id, role, sharedBy }) => [id, role, sharedBy]),
      [[scene.websiteId, 'view', null]],
    )
    assert.equal(JSON.parse((await call(scene.stranger, { path, name: 'session', id: 0 })).text).user, null)
    const { text, headers } = await call(scene.stranger, { path, name: 'crawlResult', id: scene.websiteId })
    const crawl = endpoints.crawlResult.response.parse(JSON.parse(text))
    assert.deepEqual(
      [crawl.crawlId, crawl.crawls.map(each => each.id), crawl.change],
      [scene.first, [scene.first], null],
    )
    for (const [name, value] of [
      ['x-robots-tag', 'noindex, nofollow'],
      ['referrer-policy', 'no-referrer'],
      ['cache-control', 'no-store'],
    ] as const)
      assert.equal(headers.get(name), value)
    for (const crawlId of [scene.second, scene.other.crawlId])
      assert.equal(
        (await call(scene.stranger, { path, name: 'crawlResult', id: scene.websiteId, query: `?crawl=${crawlId}` }))
          .status,
        404,
      )
    assert.equal((await call(scene.stranger, { path, name: 'crawlResult', id: scene.other.websiteId })).status, 404)
  })

  for (const part of [...shareParts, null])
    it(`open ${part ?? 'no part'} and nothing else, for each recipient`, async () => {
      const isCompared = part === 'comparison'
      const { path } = await share(scene, {
        parts: part === null ? [] : [part],
        ...(isCompared && { earlierCrawlId: scene.first }),
      })
      // Who reads makes no difference: each of the others has one part.
      const others = part === 'issues' ? [scene.bob] : part === 'pages' ? [scene.ann] : []
      for (const visitor of [scene.stranger, ...others])
        for (const [name, { share: needed, path: rowPath }] of Object.entries(rows)) {
          const isGranted = needed === 'overview' || needed === 'entry' || (part !== null && opens(name, part))
          const query = queries[name] ?? ''
          const { status, text } = await call(visitor, { path, name, id: scene.websiteId, query })
          if (isGranted) assert.notEqual(text, 'Website not found', `${name} ${status}`)
          else
            assert.deepEqual(
              [status, text.replace('{"message":"Website not found"}', 'Website not found')],
              [404, 'Website not found'],
              name,
            )
          assert.ok(!text.includes(MARK), name)
          if (!rowPath.includes(':id') || !isGranted) continue
          const foreign = await call(visitor, { path, name, id: scene.other.websiteId, query })
          assert.equal(foreign.status, 404, `${name} of another website: ${foreign.text}`)
        }
    })

  it('hide visits: their figures, their lists, and what filters and orders by them would tell', async () => {
    const { ann, stranger, websiteId } = scene
    const search = 'Page,Clicks,Impressions,CTR,Position\nhttps://site.test/,4711,90210,4.4%,3.5\n'
    assert.equal((await ann.post(`/api/websites/${websiteId}/visits`, search)).status, 200)
    const segments = [{ name: 'Busy', conditions: 'clicks:over:0' }]
    assert.equal((await ann.post(`/api/websites/${websiteId}/segments`, { segments })).status, 200)
    const told = async (visitor: TestVisitor, path: string) =>
      /4711|90210/.test((await call(visitor, { path, name: 'listPages', id: websiteId })).text)
    assert.equal(await told(ann, ''), true)
    const { path } = await share(scene, {
      crawlId: scene.second,
      parts: shareParts.filter(part => part !== 'comparison'),
    })
    for (const [name, { path: rowPath }] of Object.entries(rows)) {
      const { text } = await call(stranger, { path, name, id: websiteId, query: queries[name] ?? '' })
      assert.doesNotMatch(text, /4711|90210/, name)
      if (/visit|segment/.test(rowPath)) assert.match(text, /Website not found/, name)
    }
    const columns = ['clicks', 'impressions', 'visits', 'botRequests', 'lastBotVisit']
    for (const query of [
      ...columns.flatMap(column => [`?sort=${column}`, `?filters=${column}:not-empty`]),
      '?filters=words:over:0;clicks:over:4710',
      '?segment=Busy',
    ]) {
      for (const [name, part] of [
        ['listPages', ''],
        ['exportCrawl', '&part=pages&format=json'],
      ] as const) {
        const { status, text, headers } = await call(stranger, { path, name, id: websiteId, query: query + part })
        assert.deepEqual([status, headers.get('x-total-count')], [403, null], `${name}${query} ${text}`)
      }
      assert.equal((await call(ann, { name: 'listPages', id: websiteId, query })).status, 200, query)
    }
    const query = '?segment=Busy'
    for (const name of ['listIssues', 'crawlChecks', 'exportCrawl'] as const) {
      assert.equal((await call(stranger, { path, name, id: websiteId, query })).status, 403, name)
      assert.equal((await call(ann, { name, id: websiteId, query })).status, 200, name)
    }
    for (const format of ['csv', 'json']) {
      const query = `?part=pages&columns=url,${columns.join(',')}&format=${format}`
      const { status, text } = await call(stranger, { path, name: 'exportCrawl', id: websiteId, query })
      assert.equal(status, 200, text)
      assert.doesNotMatch(text, /4711|90210/)
    }
  })

  it('leave the data of the recipient and of the owner alone', async () => {
    const { path } = await share(scene)
    const visitor = scene.test.visitor()
    await visitor.get(`${path}/dashboard/${scene.websiteId}`)
    await visitor.get(`${path}/api/websites`)
    assert.equal(visitor.cookie, '')
    const beacon = await scene.ann.post(`${path}/api/crawl/${scene.websiteId}/clear?after=departure`)
    assert.equal(beacon.status, 404)
    assert.equal((await scene.ann.get(`/api/crawl/${scene.websiteId}`)).status, 200)
  })

  it('hide notes and assignees unless they are chosen', async () => {
    const issues = endpoints.listIssues.response.parse(
      await (await scene.ann.get(`/api/issues/${scene.websiteId}`)).json(),
    )
    const issueId = issues.issues[0]?.id
    await scene.ann.post(`/api/issues/${scene.websiteId}/notes`, {
      issueIds: [issueId],
      note: 'for-us-alone',
      assignee: 'Evelyn',
    })
    const listed = async (parts: SharePart[]) => {
      const { path } = await share(scene, { parts })
      return (await call(scene.stranger, { path, name: 'listIssues', id: scene.websiteId })).text
    }
    assert.doesNotMatch(await listed(['issues']), /for-us-alone|Evelyn/)
    assert.match(await listed(['issues', 'notes']), /for-us-alone/)
  })

  it('have no reason of a mute, and nothing of an earlier crawl, in reports and exports', async () => {
    await scene.ann.post(`/api/websites/${scene.websiteId}/mutes`, {
      checkId: 'title-missing',
      pattern: null,
      reason: 'wait-for-the-agency',
    })
    const shown = async (parts: SharePart[]) => {
      const { path } = await share(scene, { parts })
      const report = await scene.stranger.get(`${path}/api/report/${scene.websiteId}`)
      const file = await scene.stranger.get(`${path}/api/export-csv/${scene.websiteId}?format=json`)
      return { status: [report.status, file.status], text: (await report.text()) + (await file.text()) }
    }
    const own = await (await scene.ann.get(`/api/report/${scene.websiteId}`)).text()
    const { status, text } = await shown(['report', 'issues', 'pages', 'links'])
    assert.deepEqual(status, [200, 200])
    assert.match(own, /wait-for-the-agency/)
    assert.doesNotMatch(text, /wait-for-the-agency|What changed since/)
    assert.ok(!text.includes(`"id":${scene.first},`))
    const { websiteId } = scene
    const { mutes } = endpoints.websiteSettings.response.parse(
      await (await scene.ann.get(`/api/websites/${websiteId}/settings`)).json(),
    )
    await scene.ann.post(`/api/websites/${websiteId}/unmute`, { muteId: mutes[0]?.id })
  })

  it('are compared with the crawl that their owner has chosen, and no other', async () => {
    const { path } = await share(scene, { parts: ['comparison'], earlierCrawlId: scene.first })
    const compared = async (crawlId: number) =>
      (await call(scene.stranger, { path, name: 'comparison', id: scene.websiteId, query: `?with=${crawlId}` })).status
    assert.deepEqual([await compared(scene.first), await compared(scene.other.crawlId)], [200, 404])
    const half = await scene.ann.post(`/api/websites/${scene.websiteId}/shares`, { parts: ['comparison'] })
    assert.equal(half.status, 400)
  })

  it('have documents that search engines keep out, with the status of what is gone once they have ended', async () => {
    const { path, linkId } = await share(scene)
    const open = await scene.stranger.get(`${path}/dashboard/${scene.websiteId}`)
    assert.deepEqual([open.status, open.headers.get('x-robots-tag')], [200, 'noindex, nofollow'])
    assert.match(await open.text(), /<meta name="robots" content="noindex, nofollow">/)
    await scene.ann.post(`/api/websites/${scene.websiteId}/shares/revoke`, { linkId })
    assert.equal((await scene.stranger.get(path)).status, 404)
    assert.equal((await scene.stranger.get(`/share/${'x'.repeat(43)}`)).status, 404)
  })

  it('never have their token in the log, nor in the list', async () => {
    const { path } = await share(scene)
    const token = path.split('/').at(-1) ?? ''
    const broken = scene.test.store.websites.find
    scene.test.store.websites.find = () => Promise.reject(new Error('the disk is full'))
    assert.equal((await scene.stranger.get(`${path}/api/websites`)).status, 500)
    await scene.stranger.get(path)
    scene.test.store.websites.find = broken
    assert.ok(scene.test.logged.length > 0)
    assert.ok(!JSON.stringify([scene.test.logged, scene.test.securityEvents, scene.test.warnings]).includes(token))
    const list = await (await scene.ann.get(`/api/websites/${scene.websiteId}/shares`)).text()
    assert.ok(!list.includes(token))
  })
})

describe('a share link', () => {
  let scene: Scene
  beforeEach(async () => {
    scene = await openScene()
  })

  const stateOf = async (path: string, visitor = scene.stranger) => {
    const { text, status } = await call(visitor, { path, name: 'openedLink', id: 0 })
    return status === 200 ? endpoints.openedLink.response.parse(JSON.parse(text)).state : text
  }

  it('ends when it is revoked, expires, or its crawl is deleted, and says so', async () => {
    await using _ = scene.test
    const ended = async (path: string) => [
      await stateOf(path),
      (await call(scene.stranger, { path, name: 'crawlResult', id: scene.websiteId })).text,
    ]
    const revoked = await share(scene)
    assert.equal(await stateOf(revoked.path), 'open')
    await scene.ann.post(`/api/websites/${scene.websiteId}/shares/revoke`, { linkId: revoked.linkId })
    assert.deepEqual(await ended(revoked.path), ['revoked', 'This link has been revoked.'])
    const deleted = await share(scene)
    const short = await share(scene, { expiresInDays: 1 })
    await scene.ann.post(`/api/crawl/${scene.websiteId}/clear`)
    assert.deepEqual(await ended(deleted.path), ['deleted', 'The crawl that this link shows has been deleted.'])
    scene.test.clock.nowMs += DAY_MS
    assert.deepEqual(await ended(short.path), ['expired', 'This link has expired.'])
    assert.equal(await stateOf(`/share/${'x'.repeat(43)}`), 'There is no such link.')
  })

  it('needs its password once, from those who have it alone, with few tries', async () => {
    await using _ = scene.test
    const { path } = await share(scene, { password: 'open sesame' })
    const other = await share(scene, { password: 'open sesame' })
    const enter = async (password: string) =>
      (await scene.stranger.post(`${path}/api/share/password`, { password })).status
    assert.deepEqual(
      [await stateOf(path), await enter('open barley'), await enter('open sesame')],
      ['locked', 403, 200],
    )
    assert.deepEqual(
      [await stateOf(path), await stateOf(other.path), await stateOf(path, scene.bob)],
      ['open', 'locked', 'locked'],
    )
    assert.equal((await call(scene.bob, { path, name: 'crawlResult', id: scene.websiteId })).status, 403)
    const guesses: number[] = []
    for (let guess = 0; guess < 7; guess += 1)
      guesses.push((await scene.bob.post(`${path}/api/share/password`, { password: `guess ${guess}` })).status)
    assert.deepEqual(guesses.slice(0, 4), [403, 403, 403, 403])
    assert.equal(guesses.at(-1), 429)
  })

  it('lasts as long as the operator allows, and has a rate of its own', async () => {
    await using _ = scene.test
    const add = async (body: object) =>
      (await scene.ann.post(`/api/websites/${scene.websiteId}/shares`, { parts: [], ...body })).status
    assert.deepEqual([await add({ expiresInDays: 91 }), await add({ expiresInDays: 90 })], [400, 200])
    assert.equal((await scene.stranger.post(`/api/websites/${scene.websiteId}/shares`, { parts: [] })).status, 404)
    await using narrow = await openTestApp({ shareRequestsPerMinute: 10 })
    await narrow.addAccount('ann')
    const ann = narrow.visitor()
    await ann.signIn('ann')
    const url = 'https://site.test/'
    const { websiteId } = await addCrawl(narrow.store, {
      ownerId: await ann.ownerId(),
      url,
      pages: [{ url }],
      nowMs: 1,
    })
    const { path } = await share({ ...scene, test: narrow, ann, websiteId })
    const recipient = narrow.visitor()
    const statuses = await Promise.all(
      Array.from({ length: 12 }, async () => (await recipient.get(`${path}/api/share`)).status),
    )
    assert.equal(statuses.filter(status => status === 429).length, 2)
    assert.equal((await ann.get('/api/websites')).status, 200)
    const ofNetworks = await Promise.all(
      Array.from({ length: 50 }, async (_, at) =>
        narrow.visitor(`192.0.2.${Math.floor(at / 10)}`).get(`${path}/api/share`),
      ),
    )
    assert.equal(ofNetworks.filter(({ status }) => status === 200).length, 40)
  })

  it('ends a download that is under way at its next batch', async () => {
    await using _ = scene.test
    const pages = Array.from({ length: 2_000 }, (_, index) => {
      const url = `https://long.test/${index}`
      return { url, title: `${index} ${'x'.repeat(200)}` }
    })
    const { websiteId } = await addCrawl(scene.test.store, {
      ownerId: await scene.ann.ownerId(),
      url: 'https://long.test/',
      pages,
      nowMs: scene.test.clock.nowMs,
    })
    const { path, linkId } = await share({ ...scene, websiteId }, { parts: ['pages'] })
    const response = await scene.stranger.get(`${path}/api/export-csv/${websiteId}?part=pages`)
    const reader = response.body?.getReader()
    assert.equal((await reader?.read())?.done, false)
    await scene.ann.post(`/api/websites/${websiteId}/shares/revoke`, { linkId })
    await assert.rejects(async () => {
      while (!(await reader?.read())?.done);
    })
  })
})

/** Whether a part alone opens the row with the queries of this test. */
function opens(name: string, part: SharePart): boolean {
  const { share: needed } = rows[name] ?? {}
  if (typeof needed !== 'function') return needed === part
  const parts = needed({})
  return parts?.every(each => each === part) ?? false
}

describe('roles', () => {
  let scene: Scene
  before(async () => {
    scene = await openScene()
  })
  after(() => scene.test[Symbol.asyncDispose]())

  const setRole = async (role: 'view' | 'edit' | null) =>
    await (await scene.ann.post(`/api/websites/${scene.websiteId}/members`, { username: 'bob', role })).text()

  for (const role of ['view', 'edit'] as const)
    it(`${role}: allow what the contract says, on that website alone`, async () => {
      assert.match(await setRole(role), new RegExp(`"role":"${role}"`))
      for (const [name, { access }] of Object.entries(rows)) {
        if (access !== 'view' && access !== 'edit' && access !== 'own') continue
        const isGranted = access === 'view' || (access === 'edit' && role === 'edit')
        const { status, text } = await call(scene.bob, { name, id: scene.websiteId, query: queries[name] ?? '' })
        if (isGranted) assert.notEqual(text, 'Website not found', `${name} ${status}`)
        else assert.deepEqual([status, text], [404, 'Website not found'], name)
        if (name === 'leaveWebsite') await setRole(role)
        const foreign = await call(scene.bob, { name, id: scene.other.websiteId })
        assert.deepEqual([foreign.status, foreign.text], [404, 'Website not found'], name)
        assert.equal((await call(scene.stranger, { name, id: scene.websiteId })).status, 404, name)
      }
      const { text } = await call(scene.bob, { name: 'listWebsites', id: 0 })
      const [website] = endpoints.listWebsites.response.parse(JSON.parse(text))
      assert.deepEqual([website?.role, website?.sharedBy], [role, 'ann'])
    })

  it('end at once', async () => {
    await setRole('edit')
    await setRole(null)
    assert.equal((await call(scene.bob, { name: 'crawlResult', id: scene.websiteId })).status, 404)
    assert.deepEqual(JSON.parse((await call(scene.bob, { name: 'listWebsites', id: 0 })).text), [])
  })

  it('end when their user leaves the website, which its owner cannot leave', async () => {
    const leave = async (visitor: TestVisitor) => await call(visitor, { name: 'leaveWebsite', id: scene.websiteId })
    for (const role of ['view', 'edit'] as const) {
      await setRole(role)
      assert.equal((await leave(scene.bob)).status, 200)
      assert.deepEqual(JSON.parse((await call(scene.bob, { name: 'listWebsites', id: 0 })).text), [])
      assert.equal((await leave(scene.bob)).status, 404)
    }
    const own = await leave(scene.ann)
    assert.deepEqual([own.status, own.text], [409, 'The website is yours: clear it to remove it from your list'])
    assert.equal((await call(scene.ann, { name: 'crawlResult', id: scene.websiteId })).status, 200)
  })

  it('edit: crawls are the owner’s, with the owner’s URL and credentials', async () => {
    const start = async (body: object) => await scene.bob.post('/api/crawl', { url: 'https://site.test/', ...body })
    await setRole('view')
    assert.equal((await start({ websiteId: scene.websiteId })).status, 404)
    await setRole('edit')
    assert.equal((await start({ websiteId: scene.websiteId, url: 'https://elsewhere.test/' })).status, 400)
    const started = endpoints.startCrawl.response.parse(await (await start({ websiteId: scene.websiteId })).json())
    assert.deepEqual([started.websiteId, started.isStarted], [scene.websiteId, true])
    const own = endpoints.startCrawl.response.parse(await (await start({})).json())
    assert.notEqual(own.websiteId, scene.websiteId)
  })

  it('are given on no website that was cleared in the meantime', async () => {
    const { test, ann, websiteId } = scene
    const { set } = test.store.members
    test.store.members.set = async () => ({ ok: false, reason: 'gone' })
    const response = await ann.post(`/api/websites/${websiteId}/members`, { username: 'bob', role: 'view' })
    test.store.members.set = set
    assert.deepEqual([response.status, await response.text()], [404, 'Website not found'])
  })

  it('are for users that exist, whose names cannot be tried out', async () => {
    const tries: number[] = []
    for (let at = 0; at < 22; at += 1)
      tries.push(
        (await scene.ann.post(`/api/websites/${scene.websiteId}/members`, { username: `u${at}`, role: 'view' })).status,
      )
    assert.deepEqual([tries[0], tries.at(-1)], [404, 429])
    const self = await scene.ann.post(`/api/websites/${scene.websiteId}/members`, { username: 'ann', role: 'view' })
    assert.equal(self.status, 409)
  })
})
