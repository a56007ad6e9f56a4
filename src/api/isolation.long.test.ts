import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { addCrawl, testIssue } from '#report/test-crawl.ts'
import { type Access, type EndpointRow, isWebsiteAccess, type Scope, type StreamRow } from '#shared/api/contract.ts'
import { type EndpointName, endpoints } from '#shared/api/endpoints.ts'
import type { ParameterTable } from '#shared/api/query.ts'
import { type StreamName, streams } from '#shared/api/streams.ts'
import { isFullMeasure, sampled } from '../../test/support/measure.ts'
import { openTestApp, type TestApp } from './test-app.ts'
import type { TestVisitor } from './test-visitor.ts'

/**
 * No caller reaches what belongs to another: every row of `endpoints` and `streams`, requested by all callers and by programs with their API
 * keys, with the ids of all others. A row that is added is in it, too, with its example body.
 */

const startCrawl: EndpointName = 'startCrawl'
const logout: EndpointName = 'logout'

interface Row {
  access: Access
  scope: Scope
  method: string
  path: string
  exampleBody?: unknown
  query?: ParameterTable
}

const streamRows = Object.entries<StreamRow>(streams).map(
  ([name, row]) => [name, { ...row, method: row.method ?? 'GET' }] as const,
)
const rows = new Map<string, Row>([...Object.entries<EndpointRow>(endpoints), ...streamRows])

function rowOf(name: string): Row {
  const row = rows.get(name)
  assert.ok(row)
  return row
}

/** Further queries that must make no difference. */
const queries: Partial<Record<EndpointName | StreamName, string[]>> = {
  clearCrawl: ['?after=departure', '?after=dinner'],
  listPages: ['?search=marker', '?limit=x', '?issues=1,2,3'],
  crawlEstimate: ['?url=https://ann.marker.test/', '?url=x'],
  pageDetail: ['?url=https://ann.marker.test/', '?url=x'],
  pageLinks: ['?url=https://ann.marker.test/&direction=in', '?direction=x'],
  listTranslationSets: ['?search=marker', '?language=%25'],
  translationDeclarations: ['?set=1', '?set=x'],
  listIssues: ['?initial=true', '?url=https://ann.marker.test/', '?page=0'],
  crawlChecks: ['?crawl=x'],
  absentIssues: ['?change=fixed', '?change=x'],
  changedPages: ['?change=removed', '?offset=1'],
  comparison: ['?with=1', '?with=x'],
  comparedIssues: ['?with=2&change=fixed', '?change=x'],
  comparedPages: ['?with=3', '?field=title'],
  comparedText: ['?url=https://ann.marker.test/', '?url=x'],
  comparisonFile: ['?with=1&format=json', '?part=issues'],
  suppressedIssues: ['?kind=switched-off'],
  issuePages: ['?issue=1', '?issue=1&after=https://ann.marker.test/'],
  issueChecks: ['?issue=1', '?issue=x'],
  fixedIssues: ['?limit=1'],
  issueHistory: ['?issue=1'],
  pageSpeed: ['?url=https://elsewhere.test/&device=desktop&refresh=true'],
  pageSpeedProgress: ['?url=https://elsewhere.test/'],
  logout: ['?everywhere=true'],
  exportCrawl: ['?format=json', '?part=links&format=csv', '?severity=x'],
  sitemap: ['?part=1', '?gzip=true'],
  report: ['?download=true', '?format=pdf'],
  thumbnail: ['?url=https://ann.marker.test/x.png'],
}
const queriesOf = (name: string): string[] => new Map(Object.entries(queries)).get(name) ?? []

const names = [...rows.keys()]
const namesOf = (access: Access) => names.filter(name => rowOf(name).access === access)
const websiteNames = names.filter(name => isWebsiteAccess(rowOf(name).access))

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
  unknown: TestVisitor
  accountIds: number[]
  /** Of ann and of the admin: programs with a key that reads and crawls. */
  programs: Caller[]
}

interface Caller {
  name: string
  visitor: TestVisitor
  /** Whose websites are the caller's own. */
  owner?: Owner
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
  const programs: Caller[] = []
  for (const owner of owners.filter(each => ['ann', 'admin'].includes(each.name))) {
    const response = await owner.visitor.post('/api/keys', { name: 'x', scopes: 'read+crawl' })
    const { secret } = endpoints.addApiKey.response.parse(await response.json())
    programs.push({ name: `a program of ${owner.name}`, visitor: test.program(secret), owner })
  }
  return { test, owners, unknown: test.visitor(), accountIds, programs }
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
const sentNames = new Set<string>()

interface SentRequest {
  name: string
  id?: number | string
  query?: string
}

/** Status and body. */
async function send(
  visitor: TestVisitor,
  { name, id = UNKNOWN_ID, query = '' }: SentRequest,
): Promise<[number, string]> {
  requestCount += 1
  sentNames.add(name)
  const url = rowOf(name).path.replace(':id', String(id)) + query
  const response =
    rowOf(name).method === 'GET' ? await visitor.get(url) : await visitor.post(url, rowOf(name).exampleBody)
  return [response.status, await response.text()]
}

/** All that an owner can read, as it is sent. */
async function readAll({ visitor, websiteId, crawlIds }: Owner): Promise<string> {
  const urls = crawlIds.flatMap(crawlId =>
    ['crawl', 'pages', 'issues'].map(part => `/api/${part}/${websiteId}?crawl=${crawlId}`),
  )
  const responses = ['/api/websites', '/api/session', ...urls].map(async url => {
    const response = await visitor.get(url)
    return `${url} ${response.status} ${await response.text()}`
  })
  return (await Promise.all(responses)).join('\n')
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
    String(test.engineCalls),
  ]
}

describe('rows of the API that have an owner', () => {
  let scene: Scene
  let everything: string[]

  before(async () => {
    scene = await openScene()
    everything = await readEverything(scene)
  })
  after(() => scene.test[Symbol.asyncDispose]())

  /** After each row at the full measure, which names the row; else after all of them. */
  async function assertUnchanged(isLast = false): Promise<void> {
    if (isFullMeasure || isLast) assert.deepEqual(await readEverything(scene), everything)
  }

  const people = (): Caller[] => [
    { name: 'unknown', visitor: scene.unknown },
    ...scene.owners.map(owner => ({ name: owner.name, visitor: owner.visitor, owner })),
  ]

  /** A third of them in `npm test`, of every caller: a visitor and a user. */
  const othersThan = (own: Owner | undefined) =>
    sampled(
      scene.owners.filter(each => each !== own),
      3,
    )

  /** Ids that a caller may guess, and those of others; a quarter of them in `npm test`. */
  const anyIds = () => {
    const owned = scene.owners.flatMap(owner => [owner.websiteId, ...owner.crawlIds])
    return sampled([UNKNOWN_ID, 'x', ...scene.accountIds, ...owned], 4)
  }

  for (const name of websiteNames)
    it(`${name} responds to all but the owner as if there were no such website`, async () => {
      const queries = ['', ...queriesOf(name)]
      const unknown = [404, 'Website not found']
      const programs = rowOf(name).scope === 'none' ? [] : scene.programs
      for (const caller of [...people(), ...programs]) {
        for (const query of queries) assert.deepEqual(await send(caller.visitor, { name, query }), unknown)
        for (const owner of othersThan(caller.owner)) {
          const crawlQuery = `?crawl=${owner.crawlIds[0]}`
          assert.deepEqual(await send(caller.visitor, { name, query: crawlQuery }), unknown)
          for (const query of [...queries, crawlQuery]) {
            const foreign = await send(caller.visitor, { name, id: owner.websiteId, query })
            assert.deepEqual(foreign, unknown, `${caller.name} requests what is ${owner.name}’s`)
          }
        }
      }
      await assertUnchanged()
    })

  for (const name of names.filter(each => rowOf(each).query?.crawl))
    it(`${name} responds to the owner of one website as if another’s crawl did not exist`, async () => {
      const isAdminOnly = rowOf(name).access === 'admin'
      const programs = rowOf(name).scope === 'none' ? [] : scene.programs
      for (const caller of [...people(), ...programs]) {
        const { owner: own } = caller
        if (!own || (isAdminOnly && own.name !== 'admin')) continue
        for (const owner of othersThan(own))
          for (const crawlId of [UNKNOWN_ID, ...owner.crawlIds])
            assert.deepEqual(await send(caller.visitor, { name, id: own.websiteId, query: `?crawl=${crawlId}` }), [
              404,
              'Crawl not found',
            ])
      }
      await assertUnchanged()
    })

  for (const name of namesOf('admin'))
    it(`${name} is refused to all but an admin, whatever is named`, async () => {
      for (const caller of people().filter(each => each.name !== 'admin'))
        for (const id of anyIds())
          assert.deepEqual(
            await send(caller.visitor, { name, id }),
            [403, 'Only an administrator may do this.'],
            caller.name,
          )
      await assertUnchanged()
    })

  it('diagnostics responds to an administrator, too, as if there were no such website where it is another’s', async () => {
    const admin = scene.owners.find(owner => owner.name === 'admin')
    assert.ok(admin)
    for (const id of [UNKNOWN_ID, ...scene.owners.filter(owner => owner !== admin).map(owner => owner.websiteId)])
      assert.deepEqual(await send(admin.visitor, { name: 'diagnostics', id }), [404, 'Website not found'])
    const [status, text] = await send(admin.visitor, { name: 'diagnostics', id: admin.websiteId })
    assert.deepEqual([status, text.includes(admin.url)], [200, true])
  })

  for (const name of namesOf('user'))
    it(`${name} is refused to anyone who is not signed in`, async () => {
      for (const caller of people().filter(each => ['unknown', 'first', 'second'].includes(each.name)))
        assert.deepEqual(await send(caller.visitor, { name }), [401, 'Please sign in first.'])
      await assertUnchanged()
    })

  for (const name of names.filter(each => rowOf(each).scope === 'none'))
    it(`${name} is refused to every program, also to an administrator’s`, async () => {
      for (const program of scene.programs)
        for (const id of anyIds())
          assert.deepEqual(await send(program.visitor, { name, id }), [403, 'API keys cannot do this.'], program.name)
      await assertUnchanged()
    })

  it('none of these requests has changed anything', () => assertUnchanged(true))
})

describe('rows of the API that any caller may use', () => {
  let scene: Scene
  before(async () => {
    scene = await openScene()
  })
  after(() => scene.test[Symbol.asyncDispose]())

  // Logging out comes last: owners have nothing left to read then.
  for (const name of [...namesOf('anyone').filter(each => each !== startCrawl && each !== logout), logout])
    it(`${name} shows no caller what is another’s, and changes nothing of it`, async () => {
      const people = scene.owners.map((owner): Caller => ({ name: owner.name, visitor: owner.visitor, owner }))
      const callers: Caller[] = [...scene.programs, { name: 'unknown', visitor: scene.unknown }, ...people]
      const stateOf = async () =>
        new Map(await Promise.all(scene.owners.map(async each => [each, await readAll(each)] as const)))
      let before = await stateOf()
      // Programs first: logging out does not end their keys, but it ends what their owners can read. In `npm test` every second caller.
      for (const caller of sampled(callers, 2)) {
        const { owner: own } = caller
        const others = scene.owners.filter(owner => owner !== own)
        for (const query of ['', `?crawl=${others[0]?.crawlIds[0]}`, ...queriesOf(name)]) {
          const [, text] = await send(caller.visitor, { name, query })
          assert.ok(!others.some(other => text.includes(other.url)), `${caller.name}: ${text}`)
        }
        const now = await stateOf()
        for (const other of others) assert.equal(now.get(other), before.get(other), caller.name)
        before = now
        // Anyone who was logged out has nothing left to read, and that is right.
        if (name === logout && !scene.programs.includes(caller))
          scene.owners = scene.owners.filter(owner => owner !== own)
      }
    })

  it('startCrawl of another’s URL makes a website of one’s own', async () => {
    sentNames.add(startCrawl)
    const scene = await openScene()
    await using _ = scene.test
    const ids = new Set(scene.owners.map(owner => owner.websiteId))
    const [first, second, ann, , admin] = scene.owners
    assert.ok(first && second && ann && admin)
    for (const [caller, other] of [
      [{ visitor: scene.unknown }, first],
      [second, ann],
      [ann, admin],
      [admin, second],
    ] as const) {
      const before = await readAll(other)
      requestCount += 1
      const response = await caller.visitor.post('/api/crawl', { url: other.url })
      const { websiteId, isStarted } = endpoints.startCrawl.response.parse(await response.json())
      assert.deepEqual([isStarted, ids.has(websiteId)], [true, false])
      ids.add(websiteId)
      assert.equal(await readAll(other), before)
    }
  })
})

it('covers every row', context => {
  assert.deepEqual([...sentNames].toSorted(), names.toSorted())
  context.diagnostic(`${requestCount} requests for what belongs to another`)
  assert.ok(requestCount > 500, String(requestCount))
})
