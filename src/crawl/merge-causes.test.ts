import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { buttonNameMissing } from '#checks/accessibility/button-name-missing.ts'
import { contentPlaceholder } from '#checks/content/content-placeholder.ts'
import { imageAltMissing } from '#checks/images/image-alt-missing.ts'
import { pageChecks as allPageChecks } from '#checks/page-checks.ts'
import { SharedCauses } from '#checks/shared-causes.ts'
import { suppressedReasons } from '#shared/issue-settings.ts'
import type { IssueRow } from '#store/store.ts'
import { openScriptedCrawls, type ScriptedCrawls, type ScriptedWeb } from './test-scripted-crawl.ts'

const SITE = 'https://site.test'
const pathOf = (index: number) => (index === 0 ? '/' : `/p${index}`)
const LOGO = '<img src="/logo.png" width="90" height="40">'
const BUTTON = '<button class="menu"></button>'

/** A header with one mistake of each kind; the link that cannot be followed has no text, either. */
const TEMPLATE = `<a href="/"><img src="/logo.png" alt=""></a><button></button><a href="/cart"><i></i></a>
  <a href="javascript:open()">Prices</a><a href="javascript:void(0)"><i></i></a><a href="https://https://a.test">A</a>
  <a href="/p1?utm_source=menu">First</a><a href="https://b.test/" target="_blank" rel="opener">B</a>
  <input name="q"><iframe src="/map"></iframe><h1>Harbour</h1><h2></h2><p id="a" class="x" class="y"></p><p id="a"></p>
  <script src="http://c.test/a.js"></script>
  <script type="application/ld+json">{"@context":"https://schema.org","@type":"Organisation"}</script>
  <script type="application/ld+json">{"@type":"Product","name":"Anchor",}</script>`
const elementChecks = allPageChecks.filter(({ elements }) => elements !== undefined)

interface Template {
  pages: number
  htmlAttributes?: string
  header?: (index: number) => string
  main?: (index: number) => string
}

function siteOf({ pages, htmlAttributes = '', header = () => LOGO + BUTTON, main = () => '' }: Template): ScriptedWeb {
  const links = Array.from({ length: pages }, (_, index) => `<a href="${pathOf(index)}">Page ${index}</a>`).join(' ')
  return Object.fromEntries(
    Array.from({ length: pages }, (_, index) => [
      SITE + pathOf(index),
      {
        text: `<!doctype html><html lang="en" ${htmlAttributes}><title>Page ${index}</title><body><header><a href="/">Home</a>${header(index)}</header><main>${main(index)}${index === 0 ? links : ''}</main>`,
      },
    ]),
  )
}

function onHost(host: string, web: ScriptedWeb): ScriptedWeb {
  return Object.fromEntries(Object.entries(web).map(([url, response]) => [url.replace(SITE, host), response]))
}

describe('causes that several pages share', () => {
  let crawls: ScriptedCrawls
  before(async () => {
    crawls = await openScriptedCrawls()
  })
  after(() => crawls[Symbol.asyncDispose]())

  const pageChecks = [buttonNameMissing, imageAltMissing]

  async function issuesOf(web: ScriptedWeb, sharedCauses?: SharedCauses): Promise<IssueRow[]> {
    const { crawl } = await crawls.run({ web, url: `${SITE}/`, pageChecks, ...(sharedCauses && { sharedCauses }) })
    return await crawls.store.reading.issues(crawl.id, { limit: 1_000 })
  }

  const short = ({ checkId, pageUrl, affectedCount, message }: IssueRow) =>
    `${checkId} ${new URL(pageUrl).pathname} ${affectedCount} ${message}`

  it('are one finding each, with all their pages', async () => {
    const issues = await issuesOf(siteOf({ pages: 41 }), new SharedCauses())
    assert.deepEqual(issues.map(short), [
      'button-name-missing / 41 1 button without an accessible name',
      'image-alt-missing / 41 Missing alt tag on 1 image',
    ])
  })

  it('are one finding each for every check that names its elements', async () => {
    const web = siteOf({ pages: 3, header: () => TEMPLATE })
    const { crawl } = await crawls.run({ web, url: `${SITE}/`, pageChecks: elementChecks })
    const found = await crawls.store.reading.issues(crawl.id, { limit: 1_000 })
    assert.deepEqual(found.map(({ checkId, affectedCount }) => `${checkId} ${affectedCount}`).toSorted(), [
      'attribute-duplicate 3',
      'button-name-missing 3',
      'charset-missing 3',
      'form-field-unlabelled 3',
      'frame-title-missing 3',
      'heading-empty 3',
      'id-duplicate 3',
      'image-alt-empty-in-link 3',
      'image-dimensions-missing 3',
      'link-malformed 3',
      'link-opener 3',
      'link-text-missing 3',
      'link-uncrawlable 3',
      'link-uncrawlable 3',
      'mixed-content 3',
      'structured-data-syntax 3',
      'structured-data-unknown 3',
      // Each page has a title of its own.
      'title-too-short 1',
      'title-too-short 1',
      'title-too-short 1',
      'url-tracking-internal 3',
      'viewport-missing 3',
    ])
  })

  it('are one finding for each attribute that a template fills, whatever else it holds on a page', async () => {
    const web = siteOf({
      pages: 3,
      htmlAttributes: 'dir=ZgotmplZ',
      header: index => `<div data-url="/p${index}?tab=ZgotmplZ" style="width: ZgotmplZ"></div>`,
    })
    const { crawl } = await crawls.run({ web, url: `${SITE}/`, pageChecks: [contentPlaceholder] })
    const issues = await crawls.store.reading.issues(crawl.id, { limit: 9 })
    assert.deepEqual(issues.map(short).toSorted(), [
      'content-placeholder / 3 Placeholder "ZgotmplZ" in the data-url attribute of <div>',
      'content-placeholder / 3 Placeholder "ZgotmplZ" in the dir attribute of <html>',
      'content-placeholder / 3 Placeholder "ZgotmplZ" in the style attribute of <div>',
    ])
  })

  it('are omitted from the findings of their pages, which keep what is their own', async () => {
    const main = (index: number) => (index === 2 ? '<img src="/own.png">' : '')
    const issues = await issuesOf(siteOf({ pages: 4, header: () => LOGO, main }))
    assert.deepEqual(issues.map(short), [
      'image-alt-missing / 4 Missing alt tag on 1 image',
      'image-alt-missing /p2 1 Missing alt tag on 1 of 2 images',
    ])
  })

  it('belong to the finding of each page where only two pages have them', async () => {
    const header = (index: number) => (index < 2 ? LOGO : '')
    assert.deepEqual((await issuesOf(siteOf({ pages: 4, header }))).map(short), [
      'image-alt-missing / 1 Missing alt tag on 1 of 1 image',
      'image-alt-missing /p1 1 Missing alt tag on 1 of 1 image',
    ])
  })

  it('are the same whatever was omitted while the crawl went on', async () => {
    const web = siteOf({
      pages: 12,
      main: index => `<img src="/own-${index >> 1}.png"><p>${index % 3 === 0 ? BUTTON : ''}</p>`,
    })
    const plain = (issues: IssueRow[]) => issues.map(({ id: _, discoveredMs: __, ...issue }) => issue)
    const all = plain(await issuesOf(web))
    assert.deepEqual(plain(await issuesOf(web, new SharedCauses())), all)
    // It knows causes as shared that no page of this crawl shares.
    const wrong = new SharedCauses()
    for (let round = 0; round < 3; round++)
      await issuesOf(siteOf({ pages: 2, main: () => '<img src="/own-1.png">' }), wrong)
    assert.deepEqual(plain(await issuesOf(web, wrong)), all)
  })

  /** Passed pages and what the two checks say of pages, which no setting but its own changes. */
  async function figuresOf(crawlId: number) {
    const { reading } = crawls.store
    const crawl = await reading.crawl(crawlId)
    const counters = await reading.checkCounters(crawlId)
    return {
      passed: crawl?.counts.passed,
      bySeverity: crawl?.counts.bySeverity,
      failed: Object.fromEntries(counters.map(({ checkId, failed, skipped }) => [checkId, { failed, skipped }])),
    }
  }

  it('make their pages fail, which pass again while the finding is muted', async () => {
    const { crawl } = await crawls.run({
      web: siteOf({ pages: 5, header: index => (index === 4 ? '' : BUTTON) }),
      url: `${SITE}/`,
      pageChecks,
      sharedCauses: new SharedCauses(),
    })
    const before = await figuresOf(crawl.id)
    const button = { failed: 4, skipped: {} }
    const image = { failed: 0, skipped: {} }
    assert.deepEqual(before, {
      passed: 1,
      bySeverity: { error: 0, warning: 1, info: 0 },
      failed: { 'button-name-missing': button, 'image-alt-missing': image },
    })
    const { issues, reading } = crawls.store
    const [cause] = await reading.issues(crawl.id, { limit: 2 })
    assert.ok(cause)
    const issueIds = [cause.id]
    const muted = { kind: 'muted', muteId: 1, reason: 'Known' } as const
    await issues.suppress({ crawlId: crawl.id, issueIds, cause: muted, nowMs: 3_000 })
    const skipped = { [suppressedReasons.muted]: 4 }
    assert.deepEqual(await figuresOf(crawl.id), {
      passed: 5,
      bySeverity: { error: 0, warning: 0, info: 0 },
      failed: { 'button-name-missing': { failed: 0, skipped }, 'image-alt-missing': image },
    })
    await issues.restore({ crawlId: crawl.id, issueIds })
    assert.deepEqual(await figuresOf(crawl.id), before)
  })

  it('are muted and of another severity by the settings of the website, like all issues', async () => {
    const { settings, reading } = crawls.store
    const host = 'https://settings.test'
    const web = onHost(host, siteOf({ pages: 6, main: index => (index === 2 ? '<img src="/own.png">' : '') }))
    const { crawl } = await crawls.run({ web, url: `${host}/`, limit: 1, pageChecks })
    const { websiteId } = crawl
    await settings.addMute({ websiteId, checkId: 'button-name-missing', pattern: null, reason: 'Known', nowMs: 2_500 })
    await settings.setCheck({ websiteId, checkId: 'image-alt-missing', isOff: false, severity: 'info' })
    const again = await crawls.run({ web, url: `${host}/`, pageChecks, sharedCauses: new SharedCauses() })
    assert.deepEqual(
      (await reading.issues(again.crawl.id, { limit: 9 })).map(issue => [issue.severity, short(issue)]),
      [
        ['info', 'image-alt-missing / 6 Missing alt tag on 1 image'],
        ['info', 'image-alt-missing /p2 1 Missing alt tag on 1 of 2 images'],
      ],
    )
    const { passed, failed } = await figuresOf(again.crawl.id)
    assert.deepEqual(
      [passed, failed['button-name-missing']],
      [6, { failed: 0, skipped: { [suppressedReasons.muted]: 6 } }],
    )
  })

  it('are the same finding on two pages, on three and on more, on any host', async () => {
    const partsOn = async (pages: number, host: string) => {
      const web = onHost(host, siteOf({ pages: 5, header: index => (index < pages ? LOGO : '') }))
      const { crawl } = await crawls.run({ web, url: `${host}/`, pageChecks })
      const issues = await crawls.store.reading.issues(crawl.id, { limit: 9 })
      return [...new Set(issues.map(({ details }) => String(details.causeKeys)))]
    }
    const onTwo = await partsOn(2, SITE)
    assert.equal(onTwo.length, 1)
    assert.deepEqual(await partsOn(3, SITE), onTwo)
    assert.deepEqual(await partsOn(5, 'http://www.site.test'), onTwo)
    assert.deepEqual(await partsOn(4, 'http://staging.test:8080'), onTwo)
  })
})
