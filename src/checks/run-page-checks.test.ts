import assert from 'node:assert/strict'
import { describe, it, test } from 'node:test'
import type { ImageFact } from '#shared/element-facts.ts'
import type { PageFacts } from '#shared/facts.ts'
import type { NewIssue } from '#shared/model.ts'
import type { FoundCauses } from '#shared/page-record.ts'
import { buttonNameMissing } from './accessibility/button-name-missing.ts'
import type { WholePageCheck } from './check.ts'
import { headBroken } from './document/head-broken.ts'
import { metadataNameMisspelled } from './document/metadata-name-misspelled.ts'
import { viewportMissing } from './document/viewport-missing.ts'
import { hreflangSelfMissing } from './hreflang/hreflang-self-missing.ts'
import { imageSourceMissing } from './images/image-source-missing.ts'
import { pageChecks } from './index.ts'
import { checkPage, issueOfCauses, runPageChecks } from './run-page-checks.ts'
import { SharedCauses } from './shared-causes.ts'
import { type FactOverrides, imageWith, linkWith, pageFactsWith, renderedWith } from './test-facts.ts'
import { noThresholds } from './thresholds.ts'
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

test('a description or viewport that is reported as misspelled is not reported as missing', () => {
  const misspelled = (meant: string) => ({
    attribute: 'name' as const,
    name: `${meant}s`,
    meant,
    tag: '<meta>',
    line: 4,
  })
  const page = (...meant: string[]) =>
    pageFactsWith({ metaDescriptions: [], viewport: null, misspelledNames: meant.map(misspelled) })
  const checks = [metaDescriptionMissing, viewportMissing, metadataNameMisspelled]
  const failed = (facts: PageFacts, known = checks) =>
    runPageChecks(facts, known, nothingReported).issues.map(issue => issue.checkId)
  assert.deepEqual(failed(page('description', 'viewport')), ['metadata-name-misspelled'])
  assert.deepEqual(failed(page('description')), ['viewport-missing', 'metadata-name-misspelled'])
  assert.deepEqual(failed(page('robots')), ['meta-description-missing', 'viewport-missing', 'metadata-name-misspelled'])
  assert.deepEqual(failed(page('description'), [metaDescriptionMissing]), ['meta-description-missing'])
  const causesOf = (...meant: string[]) =>
    runPageChecks(page(...meant), checks, nothingReported).causes.map(({ checkId }) => checkId)
  assert.deepEqual(causesOf('description', 'viewport'), ['metadata-name-misspelled'])
  assert.deepEqual(causesOf('description'), ['viewport-missing', 'metadata-name-misspelled'])
  const { results } = runPageChecks(page('description'), checks, nothingReported)
  assert.deepEqual(results.get('meta-description-missing'), {
    result: 'skipped',
    reason: 'Reported as misspelled: description',
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

const none = () => {}
const url = 'https://example.com/page'
const canonical = (canonicalUrl: string) => ({
  raw: canonicalUrl,
  url: canonicalUrl,
  source: 'tag' as const,
  isRelative: false,
  hasFragment: false,
  line: 7,
})
const copy: FactOverrides = { url, canonicals: [canonical('https://example.com/page/')], titles: [] }

function check(id: string, applies: WholePageCheck['applies'], run: WholePageCheck['check']): WholePageCheck {
  const words = { title: id, passedTitle: id, why: id, fix: id, sources: [] }
  return { id, applies, type: 'meta_issue', severity: 'warning', ...words, check: run }
}

const untitled = check('untitled', 'html-ok', ({ titles }) => (titles.length === 0 ? [{}] : []))
const always = check('always', 'html', () => [{}])
const onlyForeign: WholePageCheck = {
  ...check('only-foreign', 'html', ({ isCanonicalOwn }) => (isCanonicalOwn ? [] : [{}])),
  dependsOnCanonical: true,
}
const ids = (issues: readonly { checkId: string }[]) => issues.map(({ checkId }) => checkId)
const run = (facts: PageFacts) => checkPage(facts, [untitled, always, onlyForeign], none)

describe('checkPage()', () => {
  it('makes nothing conditional on a page without a canonical, or with its own', () => {
    for (const canonicals of [[], [canonical(url)]]) {
      const { issues, conditional } = run(pageFactsWith({ ...copy, canonicals }))
      assert.deepEqual([ids(issues), conditional], [['untitled', 'always', 'only-foreign'], null])
    }
  })

  it('keeps apart what depends on the response to the canonical', () => {
    const { issues, checkResults, conditional } = run(pageFactsWith(copy))
    assert.deepEqual(ids(issues), ['always'])
    assert.deepEqual(checkResults, { passed: [], failed: ['always'], skipped: [] })
    const { ifOwn, ifForeign, canonicalUrl } = conditional ?? {}
    assert.equal(canonicalUrl, 'https://example.com/page/')
    assert.deepEqual(
      [ids(ifOwn?.issues ?? []), ifOwn?.checkResults, ifOwn?.indexability, ifOwn?.isEligible],
      [['untitled'], { passed: ['only-foreign'], failed: ['untitled'], skipped: [] }, 'indexable', true],
    )
    assert.deepEqual(
      [ids(ifForeign?.issues ?? []), ifForeign?.checkResults, ifForeign?.indexability, ifForeign?.isEligible],
      [
        ['only-foreign'],
        {
          passed: [],
          failed: ['only-foreign'],
          skipped: [['untitled', 'The page is canonicalised to another URL']],
        },
        'canonicalised',
        false,
      ],
    )
  })

  it('runs each check once that does not depend on the canonical', () => {
    const runs: string[] = []
    const counting = [untitled, always, onlyForeign].map(
      (each): WholePageCheck => ({
        ...each,
        check: (page, thresholds) => {
          runs.push(each.id)
          return each.check(page, thresholds)
        },
      }),
    )
    checkPage(pageFactsWith(copy), counting, none)
    assert.deepEqual(runs, ['untitled', 'always', 'only-foreign', 'only-foreign'])
  })

  it('reruns every check that reads where the canonical leads', () => {
    const hreflangs = [{ code: 'de', raw: url, url, source: 'tag' as const, isAbsolute: true, line: 8 }]
    const readers = pageChecks.filter(({ check, elements, thresholds }) => {
      let isRead = false
      for (const isNoindex of [false, true]) {
        const page = {
          ...pageFactsWith({ ...copy, lang: 'en', hreflangs, isNoindex }),
          get isCanonicalOwn(): true {
            isRead = true
            return true
          },
        }
        const read = elements ?? check
        read(page, thresholds?.values ?? noThresholds)
      }
      return isRead
    })
    assert.deepEqual(
      readers.filter(({ applies }) => applies !== 'html-ok').map(({ id }) => id),
      pageChecks.filter(({ dependsOnCanonical }) => dependsOnCanonical).map(({ id }) => id),
    )
  })

  it('checks a page whose canonical redirects back to it as one that names itself', () => {
    const own = checkPage(pageFactsWith({ ...copy, canonicals: [canonical(url)] }), pageChecks, none)
    const { issues, conditional } = checkPage(pageFactsWith(copy), pageChecks, none)
    const texts = (found: typeof issues) => found.map(({ checkId, message }) => `${checkId} ${message}`).sort()
    assert.deepEqual(texts([...issues, ...(conditional?.ifOwn.issues ?? [])]), texts(own.issues))
    assert.ok(own.issues.length > 0)
  })
})
