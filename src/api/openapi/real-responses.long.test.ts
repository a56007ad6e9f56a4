import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { after, before, describe, it } from 'node:test'
import type { ValidateFunction } from 'ajv/dist/2020.js'
import { opportunityWith, pageSpeedWith } from '#checks/test-page-speed.ts'
import { startDemoSite } from '#demo-site/site.ts'
import { addCrawl } from '#report/test-crawl.ts'
import type { EndpointRow } from '#shared/api/contract.ts'
import { type EndpointName, endpoints } from '#shared/api/endpoints.ts'
import { type StreamName, streams } from '#shared/api/streams.ts'
import { openTestProduct, type TestProduct, waitForEnd } from '../../../test/support/product.ts'
import { createTestApp } from '../test-app.ts'
import { TEST_PASSWORD, type TestVisitor } from '../test-visitor.ts'
import type { openApiDocument } from './document.ts'
import { componentName, type JsonSchema } from './schemas.ts'
import { componentValidators } from './test-validator.ts'

/** Responses about a real crawl of the demo site, against the published document, by an independent validator. */

const DOCS = path.join(import.meta.dirname, '..', '..', '..', 'docs')
const CRAWL_LIMIT = 60
const LINK_PASSWORD = 'a password for the client'

const published: ReturnType<typeof openApiDocument> = JSON.parse(readFileSync(path.join(DOCS, 'openapi.json'), 'utf8'))
const operationOf = (name: string) => {
  const found = Object.values(published.paths)
    .flatMap(methods => Object.values(methods))
    .find(({ operationId }) => operationId === name)
  assert.ok(found, name)
  return found
}
const contentOf = (name: string) => {
  const response = operationOf(name).responses[200]
  assert.ok(response && 'content' in response)
  return response.content
}

/** The same schemas, but no field may be sent that they do not declare. */
const closed: JsonSchema = JSON.parse(JSON.stringify(published.components.schemas), (_, value: unknown) =>
  isRecord(value) && isRecord(value.properties) && value.type === 'object'
    ? { ...value, additionalProperties: false }
    : value,
)

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function rowCount(value: unknown): number {
  const rows = isRecord(value) ? value.issues : value
  return Array.isArray(rows) ? rows.length : 0
}

function assertFits(validate: ValidateFunction, value: unknown): void {
  assert.ok(validate(value), JSON.stringify(validate.errors?.slice(-5), null, 1))
}

interface SentRequest {
  query?: string
  body?: unknown
  /** In the place of the website's. */
  id?: number
  /** Before the path. */
  prefix?: string
}

describe('responses about a real crawl', () => {
  let site: Awaited<ReturnType<typeof startDemoSite>>
  let opened: TestProduct
  let test: ReturnType<typeof createTestApp>
  let admin: TestVisitor
  let websiteId = 0
  let userId = 0
  let issueId = 0
  let setId = 0
  /** Of a website that ann shares with the admin. */
  let sharedId = 0
  /** Path of a share link. */
  let sharePath = ''
  const validatorOf = componentValidators({
    components: { ...published.components, schemas: Object.fromEntries(Object.entries(closed).map(asSchema)) },
  })

  before(async () => {
    site = await startDemoSite()
    opened = await openTestProduct({ flags: { 'credentials-key': 'a key of the tests, which is long enough' } })
    const { store, control } = opened.product
    test = createTestApp({ store })
    // The engine of the product runs by the clock of the machine, and clears what is old by it.
    test.clock.nowMs = Date.now()
    test.speed.measurer = {
      ...test.speed.measurer,
      measure: async ({ url }) => ({ ok: true, pageSpeed: speedOf(url) }),
    }
    await test.addAccount('admin', 'admin')
    userId = await test.addAccount('ann')
    admin = test.visitor()
    await admin.signIn('admin')
    const response = await admin.post('/api/crawl', {
      url: site.url,
      crawlLimit: CRAWL_LIMIT,
      startPages: ['/languages/'],
    })
    const started = endpoints.startCrawl.response.parse(await response.json())
    control.wake()
    await waitForEnd(opened.product, started.crawlId)
    websiteId = started.websiteId
    const choice = { order: 'problems', isDescending: true, offset: 0, limit: 1 } as const
    const shared = await admin.post(`/api/websites/${websiteId}/shares`, {
      name: 'x',
      parts: ['issues'],
      password: LINK_PASSWORD,
    })
    sharePath = new URL(endpoints.addShareLink.response.parse(await shared.json()).url).pathname
    sharedId = await shareWithAdmin()
    setId = (await store.reading.translationSets(started.crawlId, choice))[0]?.number ?? 0
    issueId = (await store.reading.issues(started.crawlId, { checkId: 'title-missing', limit: 1 }))[0]?.id ?? 0
  })
  after(async () => {
    await opened[Symbol.asyncDispose]()
    await site[Symbol.asyncDispose]()
  })

  async function shareWithAdmin(): Promise<number> {
    const ann = test.visitor()
    await ann.signIn('ann')
    const url = 'https://ann.test/'
    const crawl = { ownerId: await ann.ownerId(), url, pages: [{ url }], nowMs: test.clock.nowMs }
    const { websiteId: id } = await addCrawl(opened.product.store, crawl)
    const response = await ann.post(`/api/websites/${id}/members`, { username: 'admin', role: 'view' })
    assert.equal(response.status, 200)
    return id
  }

  const withUrl = (path: string) => `?url=${encodeURIComponent(site.url + path)}`
  /**
   * Rows that need more than their path and example, in an order in which none takes away what a later one needs. All others come
   * before them.
   */
  const requests = (): Partial<Record<EndpointName, SentRequest[]>> => ({
    listPages: [{}, { query: '?status=4xx' }],
    pageDetail: ['', 'moved', 'gone', 'img/loaf.png', 'not-there'].map(path => ({ query: withUrl(path) })),
    pageLinks: [{ query: withUrl('') }, { query: `${withUrl('breads/')}&direction=in` }],
    listIssues: [{ query: '?limit=1000' }, { query: '?page=99' }],
    crawlEstimate: [{ query: withUrl('') }, { query: '?url=unknown.example&limit=500' }],
    checkAgain: [{ body: { issueId } }],
    openedLink: [{ prefix: sharePath }],
    unlockLink: [{ prefix: sharePath, body: { password: LINK_PASSWORD } }],
    revokeShareLink: [{ body: { linkId: 1 } }],
    setMember: [{ body: { username: 'ann', role: 'view' } }],
    leaveWebsite: [{ id: sharedId }],
    removeVisits: [{ query: '?file=1' }],
    testFields: [{ body: { fields: ['Title = title', 'Wrong = //p['], url: site.url } }],
    listTranslationSets: [{}, { query: '?show=single&limit=5' }],
    translationDeclarations: [{ query: `?set=${setId}` }],
    comparison: [{}, { query: '?with=1' }],
    comparedIssues: [{}, { query: '?with=1&change=unchanged' }],
    comparedPages: [{}, { query: '?with=1' }],
    comparedText: [{ query: `${withUrl('')}&with=1` }],
    issuePages: [{ query: `?issue=${issueId}` }, { query: `?issue=${issueId}&limit=1` }],
    issueChecks: [{ query: `?issue=${issueId}` }],
    issueHistory: [{ query: `?issue=${issueId}` }],
    setCheck: [
      { body: { checkId: 'title-missing', isOff: false, severity: 'info' } },
      { body: { checkId: 'h1-missing', isOff: true, severity: null } },
    ],
    addMute: [
      { body: { checkId: null, pattern: '/gone*', reason: 'x' } },
      { body: { checkId: 'title-missing', pattern: null, reason: 'y' } },
    ],
    removeMute: [{ body: { muteId: 1 } }],
    suppressedIssues: [{}, { query: '?kind=switched-off' }],
    pageSpeed: [{ query: withUrl('') }],
    pageSpeedProgress: [{ query: withUrl('') }],
    addApiKey: [{ body: { name: 'x', scopes: 'read' } }, { body: { name: 'y', scopes: 'read', expiresInDays: 7 } }],
    listApiKeys: [{}],
    revokeApiKey: [{ id: 1 }],
    channelDeliveries: [{ id: 1 }],
    resendDelivery: [{ id: 1, body: { deliveryId: 1 } }],
    deleteChannel: [{ id: 1 }],
    listUsers: [{}],
    addUser: [{ body: { username: 'eve', role: 'user' } }],
    resetPassword: [{ id: userId, body: {} }],
    disableUser: [{ id: userId }],
    enableUser: [{ id: userId }],
    clearCache: [{}],
    stopCrawl: [{}],
    startCrawl: [{ body: { url: 'https://example.com' } }],
    pauseCrawl: [{ id: 3 }],
    resumeCrawl: [{ id: 3 }],
    stopAnyCrawl: [{ id: 3 }],
    clearAnyWebsite: [{ id: 3 }],
    changePassword: [{ body: { currentPassword: TEST_PASSWORD, newPassword: 'another long enough one' } }],
    login: [{ body: { username: 'admin', password: 'another long enough one' } }],
    clearCrawl: [{}],
    logout: [{}],
  })

  /** Of a picture's many kinds and of reports with a logo, routes/*.test.ts have examples. */
  const files: Record<Exclude<StreamName, 'thumbnail' | 'ownReport'>, string[]> = {
    exportCrawl: [
      '',
      '?format=json',
      '?format=json&part=issues&severity=error',
      '?format=json&part=pages&status=2xx',
      '?format=json&part=links',
      '?format=json&part=images',
      '?format=junit',
      '?format=sarif',
      '?format=xlsx&part=pages',
    ],
    comparisonFile: ['?with=1&part=issues&change=unchanged', '?with=1&format=json'],
    sitemap: ['', '?gzip=true'],
    report: ['', '?format=pdf'],
    openApi: [''],
    docs: [''],
  }

  for (const [name, { path: route }] of Object.entries(streams).filter(([each]) => Object.hasOwn(files, each)))
    it(`are files of the documented kinds: ${name}`, async () => {
      const seen = new Set<string>()
      for (const query of new Map(Object.entries(files)).get(name) ?? []) {
        const response = await admin.get(route.replace(':id', String(websiteId)) + query)
        const mediaType = response.headers.get('content-type')?.split(';')[0] ?? ''
        seen.add(mediaType)
        assert.equal(response.status, 200)
        const schema = contentOf(name)[mediaType]?.schema
        if (typeof schema?.$ref === 'string') assertFits(validatorOf(componentName(schema.$ref)), await response.json())
        else assert.ok((await response.arrayBuffer()).byteLength > 100)
      }
      assert.deepEqual([...seen].sort(), Object.keys(contentOf(name)).sort())
    })

  it('are what the document says, with no field beyond it, for every endpoint', async () => {
    const validators = new Map<string, ValidateFunction>()
    const rowCounts = new Map<string, number>()
    const named = new Map<string, SentRequest[]>(Object.entries(requests()))
    const plain = new Map<string, SentRequest[]>()
    const rows = new Map<string, EndpointRow>(Object.entries(endpoints))
    for (const [name, { exampleBody }] of rows) if (!named.has(name)) plain.set(name, [{ body: exampleBody }])
    for (const [name, sent] of [...plain, ...named]) {
      const row = rows.get(name)
      const schema = contentOf(name)['application/json']?.schema
      assert.ok(row && typeof schema?.$ref === 'string')
      const validate = validators.get(schema.$ref) ?? validatorOf(componentName(schema.$ref))
      validators.set(schema.$ref, validate)
      for (const { query = '', body, id = websiteId, prefix = '' } of sent) {
        const url = prefix + row.path.replace(':id', String(id)) + query
        const response: Response = await (row.method === 'GET' ? admin.get(url) : admin.post(url, body))
        const text = await response.text()
        assert.equal(response.status, 200, `${name}: ${text}`)
        const value: unknown = JSON.parse(text)
        assertFits(validate, value)
        rowCounts.set(name, Math.max(rowCounts.get(name) ?? 0, rowCount(value)))
      }
    }
    for (const name of ['listWebsites', 'listPages', 'listIssues', 'crawlChecks', 'listApiKeys', 'listUsers'])
      assert.ok((rowCounts.get(name) ?? 0) > 0, `${name} had rows to check`)
    assert.deepEqual(test.logged, [])
  })

  it('would not pass if they were altered', async () => {
    assert.equal(validatorOf('Message')({ message: 'x' }), true)
    for (const altered of [{}, { message: 1 }, { message: 'x', more: 1 }])
      assert.equal(validatorOf('Message')(altered), false)
  })
})

/** A result of Google with every field. Measuring itself is not the subject of this test. */
function speedOf(url: string) {
  const good = { p75: 900, good: 0.8, needsImprovement: 0.15, poor: 0.05 }
  return pageSpeedWith({
    url,
    provider: 'google',
    opportunities: [opportunityWith({ items: [{ url, bytes: 60_000, ms: null }] })],
    field: {
      scope: 'origin',
      metrics: { lcpMs: good, inpMs: null, cls: { ...good, p75: 0.02 }, fcpMs: good, ttfbMs: good },
      isPassing: null,
    },
    warnings: ['The page may not be loading as expected.'],
    weight: { byType: [{ type: 'Script', requests: 3, bytes: 90_000 }], largest: [{ url, bytes: 60_000 }] },
  })
}

function asSchema([name, schema]: [string, unknown]): [string, JsonSchema] {
  assert.ok(isRecord(schema))
  return [name, schema]
}
