import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { addCrawl, testIssue } from '#report/test-crawl.ts'
import { type Access, type EndpointName, endpoints } from '#shared/api.ts'
import { openTestApp, type TestApp } from './test-app.ts'
import type { TestVisitor } from './test-visitor.ts'

/**
 * Nobody reaches what is somebody else's: every row of `endpoints`, asked by everybody, with ids of everybody else. A row that is
 * added does not compile until it stands here.
 */

interface Case {
  body?: unknown
  /** Further queries that must make no difference. */
  queries?: string[]
  /** Whether ?crawl= is read. */
  takesCrawl?: boolean
}

const cases: Record<EndpointName, Case> = {
  listWebsites: {},
  startCrawl: {},
  crawlResult: { takesCrawl: true },
  clearCrawl: { queries: ['?after=departure', '?after=dinner'] },
  stopCrawl: {},
  listPages: { takesCrawl: true, queries: ['?search=marker', '?limit=x'] },
  listIssues: { takesCrawl: true, queries: ['?initial=true', '?url=https://ann.marker.test/', '?page=0'] },
  clearCache: {},
  login: { body: { username: 'ann', password: 'a wrong password' } },
  logout: { queries: ['?everywhere=true'] },
  session: {},
  changePassword: { body: { currentPassword: 'a wrong password', newPassword: 'another long password' } },
  diagnostics: { takesCrawl: true },
  operations: {},
  stopAnyCrawl: {},
  clearAnyWebsite: {},
  listUsers: {},
  addUser: { body: { username: 'eve', role: 'admin' } },
  resetPassword: { body: {} },
  disableUser: {},
  enableUser: {},
}

const names = Object.keys(cases).filter((name): name is EndpointName => Object.hasOwn(endpoints, name))
const namesOf = (access: Access) => names.filter(name => endpoints[name].access === access)

interface Owner {
  name: string
  visitor: TestVisitor
  url: string
  websiteId: number
  /** An ended one and a running one. */
  crawlIds: number[]
}

interface Scene {
  test: TestApp
  /** Two visitors, two users, an admin: each with crawls of their own. */
  owners: Owner[]
  /** Without any cookie. */
  nobody: TestVisitor
  accountIds: number[]
}

async function openScene(): Promise<Scene> {
  const unlimited = { requestsPerMinute: 1e6, requestsPerMinutePerAddress: 1e6 }
  const test = await openTestApp(unlimited)
  const accountIds = [
    await test.addAccount('admin', 'admin'),
    await test.addAccount('ann'),
    await test.addAccount('bob'),
  ]
  const owners: Owner[] = []
  for (const name of ['first', 'second', 'ann', 'bob', 'admin']) {
    const visitor = test.visitor()
    if (name === 'first' || name === 'second') await visitor.get('/')
    else await visitor.signIn(name)
    owners.push(await withCrawls(test, { name, visitor }))
  }
  return { test, owners, nobody: test.visitor(), accountIds }
}

async function withCrawls(test: TestApp, { name, visitor }: { name: string; visitor: TestVisitor }): Promise<Owner> {
  const url = `https://${name}.marker.test/`
  const crawl = { ownerId: await visitor.ownerId(), url, pages: [{ url, issues: [testIssue(url)] }] }
  const ended = await addCrawl(test.store, { ...crawl, nowMs: test.clock.nowMs })
  const running = await addCrawl(test.store, { ...crawl, nowMs: test.clock.nowMs + 1, isEnded: false })
  return { name, visitor, url, websiteId: ended.websiteId, crawlIds: [ended.crawlId, running.crawlId] }
}

const UNKNOWN_ID = 4_711_000
let requestCount = 0

interface Asked {
  name: EndpointName
  id?: number | string
  query?: string
}

/** Status and body. */
async function ask(visitor: TestVisitor, { name, id = UNKNOWN_ID, query = '' }: Asked): Promise<[number, string]> {
  requestCount += 1
  const address = endpoints[name].path.replace(':id', String(id)) + query
  const answer =
    endpoints[name].method === 'GET' ? await visitor.get(address) : await visitor.post(address, cases[name].body)
  return [answer.status, await answer.text()]
}

/** All that an owner can read, as it is sent. */
async function readAll({ visitor, websiteId, crawlIds }: Owner): Promise<string> {
  const addresses = crawlIds.flatMap(crawlId =>
    ['crawl', 'pages', 'issues'].map(part => `/api/${part}/${websiteId}?crawl=${crawlId}`),
  )
  const answers = ['/api/websites', '/api/session', ...addresses].map(async address => {
    const answer = await visitor.get(address)
    return `${address} ${answer.status} ${await answer.text()}`
  })
  return (await Promise.all(answers)).join('\n')
}

async function readEverything({ test, owners, accountIds }: Scene): Promise<string[]> {
  const stops = owners.flatMap(owner => owner.crawlIds).map(crawlId => test.store.crawls.isStopRequested(crawlId))
  const accounts = accountIds.map(async accountId => JSON.stringify(await test.store.accounts.find(accountId)))
  const users = (await test.store.accounts.list()).length
  return [
    ...(await Promise.all(owners.map(readAll))),
    ...(await Promise.all(accounts)),
    String(await Promise.all(stops)),
    `${users} users`,
    String(test.asked),
  ]
}

describe('rows of the API that belong to somebody', () => {
  let scene: Scene
  let everything: string[]

  before(async () => {
    scene = await openScene()
    everything = await readEverything(scene)
  })
  after(() => scene.test[Symbol.asyncDispose]())

  const askers = () => [{ name: 'nobody', visitor: scene.nobody }, ...scene.owners]

  for (const name of namesOf('website'))
    it(`${name} answers everybody but the owner as if there were no such website`, async () => {
      for (const asker of askers())
        for (const owner of scene.owners.filter(each => each !== asker))
          for (const query of ['', ...(cases[name].queries ?? []), `?crawl=${owner.crawlIds[0]}`]) {
            const unknown = await ask(asker.visitor, { name, query })
            const foreign = await ask(asker.visitor, { name, id: owner.websiteId, query })
            assert.deepEqual(foreign, unknown, `${asker.name} asks for what is ${owner.name}’s`)
            assert.deepEqual(foreign, [404, 'Website not found'])
          }
      assert.deepEqual(await readEverything(scene), everything)
    })

  for (const name of names.filter(each => cases[each].takesCrawl))
    it(`${name} answers the owner of one website as if another’s crawl did not exist`, async () => {
      const isAdminOnly = endpoints[name].access === 'admin'
      for (const asker of scene.owners.filter(each => !isAdminOnly || each.name === 'admin'))
        for (const owner of scene.owners.filter(each => each !== asker))
          for (const crawlId of [UNKNOWN_ID, ...owner.crawlIds])
            assert.deepEqual(await ask(asker.visitor, { name, id: asker.websiteId, query: `?crawl=${crawlId}` }), [
              404,
              'Crawl not found',
            ])
      assert.deepEqual(await readEverything(scene), everything)
    })

  for (const name of namesOf('admin'))
    it(`${name} is refused to everybody but an admin, whatever is named`, async () => {
      const ids = [UNKNOWN_ID, 'x', ...scene.accountIds]
      const owned = scene.owners.flatMap(owner => [owner.websiteId, ...owner.crawlIds])
      for (const asker of askers().filter(each => each.name !== 'admin'))
        for (const id of [...ids, ...owned])
          assert.deepEqual(
            await ask(asker.visitor, { name, id }),
            [403, 'Only an administrator may do this.'],
            asker.name,
          )
      assert.deepEqual(await readEverything(scene), everything)
    })

  it('diagnostics answers an admin, too, as if there were no such website where it is another’s', async () => {
    const admin = scene.owners.find(owner => owner.name === 'admin')
    assert.ok(admin)
    for (const id of [UNKNOWN_ID, ...scene.owners.filter(owner => owner !== admin).map(owner => owner.websiteId)])
      assert.deepEqual(await ask(admin.visitor, { name: 'diagnostics', id }), [404, 'Website not found'])
    const [status, text] = await ask(admin.visitor, { name: 'diagnostics', id: admin.websiteId })
    assert.deepEqual([status, text.includes(admin.url)], [200, true])
  })

  for (const name of namesOf('user'))
    it(`${name} is refused to whoever is not signed in`, async () => {
      for (const asker of askers().filter(each => ['nobody', 'first', 'second'].includes(each.name)))
        assert.deepEqual(await ask(asker.visitor, { name }), [401, 'Please sign in first.'])
      assert.deepEqual(await readEverything(scene), everything)
    })
})

describe('rows of the API that anybody may ask', () => {
  for (const name of namesOf('anyone').filter(each => each !== 'startCrawl'))
    it(`${name} tells nobody what is another’s, and changes nothing of it`, async () => {
      const scene = await openScene()
      await using _ = scene.test
      for (const asker of [{ name: 'nobody', visitor: scene.nobody }, ...scene.owners]) {
        const others = scene.owners.filter(owner => owner !== asker)
        const readOthers = () => Promise.all(others.map(readAll))
        const before = await readOthers()
        for (const query of ['', `?crawl=${others[0]?.crawlIds[0]}`, ...(cases[name].queries ?? [])]) {
          const [, text] = await ask(asker.visitor, { name, query })
          assert.ok(!others.some(other => text.includes(other.url)), `${asker.name}: ${text}`)
        }
        assert.deepEqual(await readOthers(), before, asker.name)
        // Whoever was logged out has nothing left to read, and that is right.
        if (name === 'logout') scene.owners = scene.owners.filter(owner => owner !== asker)
      }
    })

  it('startCrawl of another’s address makes a website of one’s own', async () => {
    const scene = await openScene()
    await using _ = scene.test
    const ids = new Set(scene.owners.map(owner => owner.websiteId))
    const [first, second, ann, , admin] = scene.owners
    assert.ok(first && second && ann && admin)
    for (const [asker, other] of [
      [{ visitor: scene.nobody }, first],
      [second, ann],
      [ann, admin],
      [admin, second],
    ] as const) {
      const before = await readAll(other)
      requestCount += 1
      const answer = await asker.visitor.post('/api/crawl', { url: other.url })
      const { websiteId, isStarted } = endpoints.startCrawl.answer.parse(await answer.json())
      assert.deepEqual([isStarted, ids.has(websiteId)], [true, false])
      ids.add(websiteId)
      assert.equal(await readAll(other), before)
    }
  })
})

it('was asked about every row', context => {
  assert.deepEqual(names.toSorted(), Object.keys(endpoints).toSorted())
  context.diagnostic(`${requestCount} requests for what is somebody else’s`)
  assert.ok(requestCount > 500, String(requestCount))
})
