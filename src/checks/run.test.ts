import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ImageFact } from '#shared/element-facts.ts'
import type { NewIssue } from '#shared/model.ts'
import type { FoundCauses } from '#shared/page-record.ts'
import type { SiteFacts } from '#shared/site-facts.ts'
import { buttonNameMissing } from './accessibility/button-name-missing.ts'
import type { SiteCheck, SiteFinding, WholePageCheck } from './check.ts'
import { headBroken } from './document/head-broken.ts'
import { hreflangSelfMissing } from './hreflang/hreflang-self-missing.ts'
import { imageSourceMissing } from './images/image-source-missing.ts'
import { pageChecks } from './index.ts'
import { issueOfCauses, runPageChecks, runSiteChecks } from './run.ts'
import { SharedCauses } from './shared-causes.ts'
import { imageWith, linkWith, pageFactsWith, renderedWith } from './test-facts.ts'
import { metaDescriptionMissing } from './titles/meta-description-missing.ts'
import { titleMissing } from './titles/title-missing.ts'

const nothingReported = (id: string, error: unknown): never => {
  throw new Error(`${id} must not fail`, { cause: error })
}

const texts = { severity: 'warning', title: 'A title', passedTitle: '', why: '', fix: '', sources: [] } as const
const pageCheck = (overrides: Partial<WholePageCheck>): WholePageCheck => ({
  ...texts,
  id: 'some-check',
  type: 'content_issue',
  applies: 'html',
  check: () => [{}],
  ...overrides,
})

test('runPageChecks() finds nothing on a healthy page and says so for every check', () => {
  // Rendered, because some checks apply to nothing else.
  const healthy = pageFactsWith({ rendering: renderedWith() })
  const { issues, results } = runPageChecks(healthy, pageChecks, nothingReported)
  assert.deepEqual(issues, [])
  assert.deepEqual(
    [...results.keys()],
    pageChecks.map(check => check.id),
  )
  assert.ok([...results.values()].every(({ result }) => result === 'passed'))
})

test('runPageChecks() finds nothing on a file that is sent as HTML', () => {
  const file = pageFactsWith({ fileFormat: 'PDF file', titles: [], headings: [], metaDescriptions: [], lang: null })
  const { issues, results } = runPageChecks(file, pageChecks, nothingReported)
  assert.deepEqual(issues, [])
  const skipped = { result: 'skipped', reason: 'The response is a file that is sent as HTML' }
  for (const { id, applies } of pageChecks) if (applies !== 'any') assert.deepEqual(results.get(id), skipped)
})

test('runPageChecks() makes an issue from the defaults of the check', () => {
  const { issues } = runPageChecks(pageFactsWith(), [pageCheck({})], nothingReported)
  const expected: NewIssue = {
    checkId: 'some-check',
    type: 'content_issue',
    severity: 'warning',
    message: 'A title',
    pageUrl: 'https://example.com/page',
    details: { evidence: [] },
    affectedCount: 1,
    isHostWide: false,
  }
  assert.deepEqual(issues, [expected])
})

test('runPageChecks() lets a finding say its own severity, message, details and evidence', () => {
  const check = pageCheck({
    check: () => [
      {
        severity: 'error',
        message: 'Own',
        details: { title: 'T' },
        evidence: [{ kind: 'text', label: 'L', text: 'x' }],
      },
    ],
  })
  const [issue] = runPageChecks(pageFactsWith(), [check], nothingReported).issues
  assert.equal(issue?.severity, 'error')
  assert.equal(issue?.message, 'Own')
  assert.deepEqual(issue?.details, { title: 'T', evidence: [{ kind: 'text', label: 'L', text: 'x' }] })
})

test('runPageChecks() reports a check that throws, counts it as skipped and goes on', () => {
  const reported: string[] = []
  const failing = pageCheck({
    id: 'failing',
    check: () => {
      throw new Error('mistake')
    },
  })
  const { issues, results } = runPageChecks(pageFactsWith(), [failing, pageCheck({})], id => reported.push(id))
  assert.deepEqual(reported, ['failing'])
  assert.deepEqual(results.get('failing'), { result: 'skipped', reason: 'The check itself failed' })
  assert.equal(issues.length, 1)
})

test('runPageChecks() keeps the reason of a check that skips', () => {
  const check = pageCheck({ check: () => ({ skipped: 'not rendered' }) })
  const { results } = runPageChecks(pageFactsWith(), [check], nothingReported)
  assert.deepEqual(results.get('some-check'), { result: 'skipped', reason: 'not rendered' })
})

const applicability: [name: string, facts: Parameters<typeof pageFactsWith>[0], expected: string[]][] = [
  ['an eligible page', {}, ['failed', 'failed', 'failed', 'failed']],
  ['a page that is not to be indexed', { isNoindex: true }, ['skipped', 'failed', 'failed', 'failed']],
  ['an app shell', { isAppShell: true }, ['skipped', 'failed', 'failed', 'failed']],
  ['a copy of another page', { canonicalUrl: 'https://example.com/b' }, ['skipped', 'failed', 'failed', 'failed']],
  ['an error page', { response: { status: 404 } }, ['not-applicable', 'not-applicable', 'not-applicable', 'failed']],
  [
    'a response that is no HTML',
    { response: { mediaType: 'text/plain' } },
    ['not-applicable', 'not-applicable', 'not-applicable', 'failed'],
  ],
  ['a page that arrived incomplete', { response: { isCutOff: true } }, ['skipped', 'skipped', 'skipped', 'failed']],
  ['a bot protection', { isBotChallenge: true }, ['skipped', 'skipped', 'skipped', 'skipped']],
  ['a response without media type', { response: { mediaType: '' } }, ['failed', 'failed', 'failed', 'failed']],
  [
    'a page that redirects at once',
    { refresh: { delay: 0, url: 'https://example.com/b', raw: '0; url=/b', source: 'tag', line: 4 } },
    ['skipped', 'skipped', 'failed', 'failed'],
  ],
  [
    'a page that redirects after a few words',
    {
      refresh: { ...{ delay: 0, url: 'https://example.com/b', raw: '0; url=/b', source: 'tag', line: 4 }, delay: 5 },
      content: { wordCount: 12 },
    },
    ['skipped', 'skipped', 'failed', 'failed'],
  ],
  [
    'a page that redirects after a long text',
    { refresh: { ...{ delay: 0, url: 'https://example.com/b', raw: '0; url=/b', source: 'tag', line: 4 }, delay: 5 } },
    ['failed', 'failed', 'failed', 'failed'],
  ],
  [
    'a page that reloads itself',
    {
      refresh: {
        ...{ delay: 0, url: 'https://example.com/b', raw: '0; url=/b', source: 'tag', line: 4 },
        url: null,
        isReload: true,
      },
    },
    ['failed', 'failed', 'failed', 'failed'],
  ],
]
for (const [name, facts, expected] of applicability) {
  test(`runPageChecks() applies html-ok, html-shown, html and any as declared to ${name}`, () => {
    const checks = (['html-ok', 'html-shown', 'html', 'any'] as const).map(applies =>
      pageCheck({ id: applies, applies }),
    )
    const { results } = runPageChecks(pageFactsWith(facts), checks, nothingReported)
    assert.deepEqual(
      [...results.values()].map(({ result }) => result),
      expected,
    )
  })
}

test('a page that only leads on is not checked for what no visitor reads', () => {
  const { issues } = runPageChecks(
    pageFactsWith({
      refresh: { delay: 0, url: 'https://example.com/b', raw: '0; url=/b', source: 'tag', line: 4 },
      content: { mainText: 'Click here', wordCount: 2 },
      headings: [],
      titles: [],
      metaDescriptions: [],
      lang: null,
      viewport: null,
      links: [linkWith({ text: 'Click here' })],
      namelessLinks: [{ tag: '<a href="/b">', url: 'https://example.com/b', path: 'a', line: 5 }],
      images: [imageWith({ alt: null })],
    }),
    pageChecks,
    nothingReported,
  )
  assert.deepEqual(
    issues.map(issue => issue.checkId),
    [],
  )
})

test('head-broken timeouts the checks that miss a tag which it lists, and no others', () => {
  const page = pageFactsWith({
    titles: [],
    metaDescriptions: [],
    lostHeadTags: [{ what: 'title', tag: '<title>', line: 9 }],
  })
  const checks = [titleMissing, metaDescriptionMissing, headBroken, hreflangSelfMissing]
  const { issues, results } = runPageChecks(page, checks, nothingReported)
  assert.deepEqual(
    issues.map(issue => issue.checkId),
    ['meta-description-missing', 'head-broken'],
  )
  assert.deepEqual(results.get('title-missing'), {
    result: 'skipped',
    reason: 'Reported as outside the head: title',
  })
})

test('no image is reported by two checks of alt texts', () => {
  const inLink = { element: 'link' as const, url: 'https://example.com/' }
  const alts = [null, '', ' ', 'a.png', 'A boat']
  const images = alts.flatMap((alt, row) =>
    [null, inLink].map((soleContentOf, column) =>
      imageWith({ alt, soleContentOf, figureCaption: 'Caption', src: `https://example.com/${row}-${column}.png` }),
    ),
  )
  const { issues } = runPageChecks(pageFactsWith({ images }), pageChecks, nothingReported)
  const reported = issues
    .filter(issue => issue.checkId.startsWith('image-alt'))
    .flatMap(issue => issue.details.imageData ?? [])
  assert.equal(reported.length, 8)
  assert.equal(new Set(reported.map(image => image.src)).size, 8)
})

test('no page check finds two things on one page, however much is wrong', () => {
  const broken = pageFactsWith({
    url: 'http://example.com/a%20b//c;jsessionid=1',
    titles: [],
    metaDescriptions: [],
    headings: [],
    lang: null,
    viewport: 'width=800, user-scalable=no, maximum-scale=1',
    links: [],
    content: { mainText: 'lorem ipsum dolor {{ x }} SQLSTATE[ \ufffd Ã© x', wordCount: 5 },
    response: { bodyBytes: 3_000_000 },
    charset: { from: 'guess' },
  })
  const { issues } = runPageChecks(broken, pageChecks, nothingReported)
  assert.ok(issues.length > 10)
  assert.equal(new Set(issues.map(issue => issue.checkId)).size, issues.length)
})

const button = (name: string, position: number) => ({
  tag: `<button class="${name}">`,
  url: '',
  path: `main > button:nth-of-type(${position})`,
  line: position,
})
const buttons = [button('copy', 1), button('close', 2), button('copy', 3)]

const chosenCauses: [what: string, chosen: string[], isShared: boolean, message: string | null, lines: string[]][] = [
  ['all elements of a shared cause', ['copy'], true, '2 buttons without an accessible name', ['1', '3']],
  ['the one element of a shared cause', ['close'], true, '1 button without an accessible name', ['2']],
  ['all causes of a page', ['copy', 'close'], false, '3 buttons without an accessible name', ['1', '2', '3']],
  ['no cause that the page has', ['menu'], true, null, []],
]
for (const [what, chosen, isShared, message, lines] of chosenCauses)
  test(`issueOfCauses() is about ${what}`, () => {
    const page = pageFactsWith({ namelessButtons: buttons })
    const causeKeys = buttonNameMissing.elements(page, {})
    assert.ok('causeKeys' in causeKeys)
    const isChosen = (key: number) =>
      buttons.some(({ tag }, index) => causeKeys.causeKeys[index] === key && chosen.some(name => tag.includes(name)))
    const issue = issueOfCauses(buttonNameMissing, page, { isChosen, isShared })
    assert.equal(issue?.message ?? null, message)
    const evidence = issue?.details.evidence.flatMap(each => (each.kind === 'table' ? each.rows : [])) ?? []
    assert.deepEqual(
      evidence.map(([, line]) => line),
      lines,
    )
  })

const lacking = (lacksSource: 'none' | 'script') => imageWith({ lacksSource, tag: `<img class="${lacksSource}">` })
const [warned, informed] = [lacking('none'), lacking('script')]

const known: [what: string, before: ImageFact[], found: Pick<FoundCauses, 'describedCount' | 'failsPage'>][] = [
  ['describes what no other page has', [], { describedCount: 2, failsPage: false }],
  ['omits what other pages share', [informed], { describedCount: 1, failsPage: false }],
  ['fails a page by what it omits', [warned], { describedCount: 1, failsPage: true }],
  ['omits all that other pages share', [warned, informed], { describedCount: 0, failsPage: true }],
]
for (const [what, before, { describedCount, failsPage }] of known)
  test(`runPageChecks() ${what}`, () => {
    const shared = new SharedCauses()
    const run = (images: ImageFact[]) =>
      runPageChecks(pageFactsWith({ images }), [imageSourceMissing], nothingReported, shared)
    for (let page = 0; page < 3; page++) shared.note(run(before).causes)
    const { issues, causes, results } = run([warned, informed])
    assert.deepEqual(
      causes.map(({ keys, ...cause }) => ({ ...cause, count: keys.length })),
      [{ checkId: 'image-source-missing', count: 2, describedCount, failsPage }],
    )
    assert.deepEqual(
      issues.map(({ details }) => details.causeKeys),
      describedCount === 0 ? [] : [causes[0]?.keys.slice(0, describedCount)],
    )
    assert.equal(results.get('image-source-missing')?.result, 'failed')
  })

/** Site checks here read no facts. */
const noFacts: SiteFacts = {
  crawl: {
    seedUrl: 'https://example.com/',
    homeUrl: 'https://example.com/',
    pageLimit: 100,
    isComplete: true,
    isPrivateHost: false,
    hostVariants: [],
    favicon: null,
    certificates: [],
    laterResponses: { randomUrls: [], slow: [], errorLike: [] },
    measuredPages: 0,
  },
  async *pages() {},
  page: async () => null,
  async *targets() {},
  target: async () => null,
  async *hostFileTargets() {},
  inlinks: async () => ({ total: 0, places: [], isHighPriority: false }),
  firstInlinks: async () => new Map(),
  linkScores: async () => new Map(),
  async *groups() {},
  async *missingFragments() {},
  async *measuredPages() {},
  async *signatures() {},
  mainText: async () => '',
  ids: async () => [],
  async *facts() {},
  async *responses() {},
  factsOf: async () => null,
  slowPages: async () => [],
  async *listed() {},
}

const siteCheck = (id: string, findings: SiteFinding[]): SiteCheck => ({
  ...texts,
  id,
  type: 'content_issue',
  scope: 'site',
  async *check() {
    yield* findings
  },
})
const finding = (url: string, ...affectedUrls: string[]): SiteFinding => ({ url, affectedUrls })

async function runSite(checks: SiteCheck[], report: (id: string, error: unknown) => void = nothingReported) {
  const batches = await Array.fromAsync(runSiteChecks(noFacts, checks, report))
  return {
    batches,
    issues: batches.flatMap(batch => batch.issues),
    counters: Object.assign({}, ...batches.map(b => b.counters)),
  }
}

test('runSiteChecks() turns findings into issues and counts affected pages', async () => {
  const { issues } = await runSite([
    siteCheck('one', [
      finding('https://example.com/a', 'https://example.com/a', 'https://example.com/b'),
      { ...finding('https://example.com/c'), affectedCount: 412, isHostWide: true },
      finding('https://example.com/d'),
    ]),
  ])
  assert.deepEqual(
    issues.map(issue => [issue.pageUrl, issue.affectedCount, issue.isHostWide, issue.details.affectedUrls?.length]),
    [
      ['https://example.com/a', 2, false, 2],
      ['https://example.com/c', 412, true, 0],
      ['https://example.com/d', 1, false, 0],
    ],
  )
})

test('runSiteChecks() passes on the way to all URLs where details hold the first hundred', async () => {
  const urls = Array.from({ length: 150 }, (_, index) => `https://example.com/${index}`)
  async function* walk() {
    for (const url of urls) yield { key: 'a', url }
    throw new Error('mistake')
  }
  const [first = ''] = urls
  const many = { ...finding(first, ...urls.slice(0, 100)), affectedCount: 150, list: { key: 'a', walk } }
  const findings: [SiteFinding, string[] | null][] = [
    [many, urls],
    [{ ...many, url: `${first}1` }, urls],
    [finding(first, ...urls), urls],
    [{ ...many, affectedCount: 100 }, null],
    [{ ...finding(first, ...urls), details: { duplicateUrls: urls } }, null],
    [{ ...finding(first, ...urls), details: { referringSources: urls } }, null],
  ]
  const reported: string[] = []
  const { issues } = await runSite(
    [
      siteCheck(
        'one',
        findings.map(([each]) => each),
      ),
    ],
    id => reported.push(id),
  )
  for (const [index, { list, details }] of issues.entries()) {
    assert.equal(details.affectedUrls?.length, 100)
    const listed = list && (await Array.fromAsync(list.walk()))
    assert.deepEqual(listed?.map(({ url }) => url) ?? null, findings[index]?.[1])
    assert.ok(listed?.every(({ key }) => key === list?.key) ?? true)
  }
  assert.equal(issues[0]?.list?.walk, issues[1]?.list?.walk, 'one walk for both')
  assert.deepEqual(reported, ['one', 'one'])
})

test('runSiteChecks() yields at most 200 issues at once and the counter with the last batch of a check', async () => {
  const findings = Array.from({ length: 401 }, (_, index) => finding(`https://example.com/${index}`))
  const { batches, counters } = await runSite([siteCheck('many', findings), siteCheck('none', [])])
  assert.deepEqual(
    batches.map(batch => [batch.checkId, batch.issues.length]),
    [
      ['many', 200],
      ['many', 200],
      ['many', 1],
      ['none', 0],
    ],
  )
  assert.deepEqual(counters, {
    many: { passed: 0, failed: 401, skipped: {} },
    none: { passed: 1, failed: 0, skipped: {} },
  })
})

test('runSiteChecks() reports a check that throws, keeps what it found and goes on', async () => {
  const failing: SiteCheck = {
    ...siteCheck('failing', []),
    async *check() {
      yield finding('https://example.com/a')
      throw new Error('mistake')
    },
  }
  const reported: string[] = []
  const { issues, counters } = await runSite([failing, siteCheck('next', [finding('https://example.com/b')])], id =>
    reported.push(id),
  )
  assert.deepEqual(reported, ['failing'])
  assert.deepEqual(
    issues.map(issue => issue.checkId),
    ['failing', 'next'],
  )
  assert.deepEqual(counters.failing, { passed: 0, failed: 1, skipped: { 'The check itself failed': 1 } })
})

test('runSiteChecks() keeps the reason of a check that skips', async () => {
  const skipping: SiteCheck = { ...siteCheck('skipping', []), check: () => ({ skipped: 'The crawl was cut' }) }
  const { counters } = await runSite([skipping])
  assert.deepEqual(counters, { skipping: { passed: 0, failed: 0, skipped: { 'The crawl was cut': 1 } } })
})

const [a, b, c] = ['https://example.com/a', 'https://example.com/a/', 'https://example.com/c']

test('duplicate-url-variants timeouts duplicates among the same URLs, whatever the order of the checks', async () => {
  const { issues } = await runSite([
    siteCheck('title-duplicate', [finding(a, a, b), finding(a, a, b, c), { ...finding(a, a, b), affectedCount: 9 }]),
    siteCheck('h1-duplicate', [finding(a, a, b)]),
    siteCheck('duplicate-url-variants', [finding(a, a, b)]),
  ])
  assert.deepEqual(
    issues.map(issue => [issue.checkId, issue.affectedCount]),
    [
      ['duplicate-url-variants', 2],
      ['title-duplicate', 3],
      ['title-duplicate', 9],
      ['h1-duplicate', 2],
    ],
  )
})

test('a check all of whose findings yield is skipped with the reason, not passed', async () => {
  const { counters } = await runSite([
    siteCheck('title-duplicate', [finding(a, a, b)]),
    siteCheck('meta-description-duplicate', [finding(a, a, b), finding(a, a, c)]),
    siteCheck('duplicate-url-variants', [finding(a, a, b)]),
  ])
  const reason = 'Reported as one page under several URL variants'
  assert.deepEqual(counters['title-duplicate'], { passed: 0, failed: 0, skipped: { [reason]: 1 } })
  assert.deepEqual(counters['meta-description-duplicate'], { passed: 0, failed: 1, skipped: {} })
})

test('two groups of variants do not silence a duplicate between them', async () => {
  const { issues } = await runSite([
    siteCheck('duplicate-url-variants', [finding(a, a, b), finding(c, c, `${c}/`)]),
    siteCheck('duplicate-content-exact', [finding(a, a, c)]),
  ])
  assert.equal(issues.filter(issue => issue.checkId === 'duplicate-content-exact').length, 1)
})

test('redirect-to-error timeouts the plain link checks for the same target only', async () => {
  const { issues } = await runSite([
    siteCheck('internal-link-broken', [
      { ...finding('https://example.com/source'), details: { targetUrl: a } },
      { ...finding('https://example.com/source'), details: { targetUrl: c } },
    ]),
    siteCheck('redirect-to-error', [{ ...finding('https://example.com/source'), details: { targetUrl: a } }]),
  ])
  assert.deepEqual(
    issues.map(issue => [issue.checkId, issue.details.targetUrl]),
    [
      ['redirect-to-error', a],
      ['internal-link-broken', c],
    ],
  )
})
