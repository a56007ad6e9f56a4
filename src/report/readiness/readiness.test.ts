import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { pageChecks, siteChecks } from '#checks/index.ts'
import { pageFactsWith, renderedWith } from '#checks/test-facts.ts'
import { defaultCrawlOptions } from '#shared/crawl-options.ts'
import type { PageFacts } from '#shared/facts.ts'
import type { LlmsFileFacts, RobotsFileFacts } from '#shared/host-facts.ts'
import { criteria } from '#shared/wcag.ts'
import type { Store } from '#store/store.ts'
import { openTestStore } from '../../../test/support/storage.ts'
import { addCrawl, testIssue } from '../test-crawl.ts'
import { pageRowWith } from '../test-rows.ts'
import { readReadiness } from './readiness.ts'

const SITE = 'https://example.test'

describe('readReadiness', () => {
  it('names checks that exist', () => {
    const known = new Set([...pageChecks, ...siteChecks].map(check => check.id))
    for (const { id, checks } of criteria)
      for (const check of checks) assert.ok(known.has(check), `${id} names ${check}`)
  })

  it('reads what the crawl has stored', async () => {
    await using store = await openTestStore()
    const ownerId = await store.visitors.createOwner('x', 1)
    const axe = testIssue(SITE, {
      checkId: 'axe-violation',
      details: {
        evidence: [{ kind: 'table', label: 'Rule color-contrast, serious', columns: [], rows: [], total: 0 }],
      },
      affectedCount: 4,
    })
    const { crawlId } = await addCrawl(store, {
      ownerId,
      url: `${SITE}/`,
      pages: [
        { url: `${SITE}/`, issues: [testIssue(`${SITE}/`, { checkId: 'html-lang-missing' }), axe] },
        { url: `${SITE}/gone`, status: 404 },
      ],
      nowMs: 1,
    })
    const crawl = await store.reading.crawl(crawlId)
    assert.ok(crawl)
    const { agents, accessibility } = await readReadiness(store, crawl)
    assert.deepEqual(agents.robots, [])
    assert.equal(agents.llmsFile, null)
    assert.equal(agents.scripts, null)
    assert.equal(agents.tokens.pages, 1)
    assert.ok(agents.tokens.mainText > 0)
    assert.deepEqual(
      agents.tokens.largest.map(({ url }) => url),
      [`${SITE}/`],
    )
    assert.deepEqual(agents.markdown, { urls: 0, found: 0, alternates: 0 })
    assert.equal(accessibility.length, 55)
    const byId = new Map(accessibility.map(criterion => [criterion.id, criterion]))
    assert.equal(byId.get('3.1.1')?.checks.find(({ id }) => id === 'html-lang-missing')?.issueCount, 1)
    const contrast = byId.get('1.4.3')?.rules.find(({ rule }) => rule === 'color-contrast')
    assert.equal(contrast?.pageCount, 4)
    assert.notEqual(contrast.issueId, null)
    assert.doesNotMatch(JSON.stringify(accessibility), /compliant/i)
    const options = { ...defaultCrawlOptions, rendersJavaScript: true }
    const rendered = await readReadiness(store, { ...crawl, options })
    assert.deepEqual(rendered.agents.scripts, { pages: 0, sourceWords: 0, addedWords: 0, mostlyScripted: 0 })
  })

  it('says what robots.txt tells each known crawler, with the line that decides', async () => {
    await using site = await openSite()
    const { agents } = await site.read({
      robotsFiles: [
        {
          ...robotsFile,
          aiCrawlers: [
            { token: 'GPTBot', isOpen: false, isNamed: true, line: { line: 4, text: 'Disallow: /' } },
            { token: 'NoSuchBot', isOpen: true, isNamed: false, line: null },
            { token: 'ClaudeBot', isOpen: true, isNamed: false, line: null },
          ],
          contentSignals: [{ line: 2, text: 'Content-Signal: ai-train=no', agents: ['*'], closedTo: [] }],
        },
        { ...robotsFile, url: 'https://www.example.test/robots.txt', aiCrawlers: [] },
        { ...robotsFile, url: 'https://unread.example.test/robots.txt' },
      ],
    })
    const decides = { line: 4, text: 'Disallow: /' }
    assert.deepEqual(agents.robots, [
      {
        url: `${SITE}/robots.txt`,
        crawlers: [
          { token: 'GPTBot', maker: 'OpenAI', purpose: 'training', isOpen: false, isNamed: true, line: decides },
          { token: 'ClaudeBot', maker: 'Anthropic', purpose: 'training', isOpen: true, isNamed: false, line: null },
        ],
        contentSignals: [{ line: 2, text: 'Content-Signal: ai-train=no' }],
      },
      { url: 'https://www.example.test/robots.txt', crawlers: [], contentSignals: [] },
    ])
  })

  const llmsFiles: [string, Partial<LlmsFileFacts>, boolean][] = [
    ['a text with status 200', {}, true],
    ['an error', { status: 404 }, false],
    ['no response', { status: null }, false],
    ['a web page in its place', { isHtml: true }, false],
    ['a bot protection page in its place', { isBotChallenge: true }, false],
  ]
  for (const [name, changes, isFound] of llmsFiles)
    it(`takes as llms.txt or not: ${name}`, async () => {
      await using site = await openSite()
      const file = { ...llmsFile, ...changes }
      const { agents } = await site.read({ llmsFile: file })
      const { url, status } = file
      assert.deepEqual(agents.llmsFile, { url, status, isFound, hasTitle: true, totalLinks: 3, characters: 90 })
    })

  it('counts what scripts add to the pages whose scripts were run', async () => {
    await using site = await openSite()
    const renderings: [addedWordCount: number, wordCount: number][] = [
      [200, 200],
      [199, 200],
      [0, 0],
      [1, 0],
    ]
    const facts = new Map(
      renderings.map(([addedWordCount, wordCount], index) => [
        `${SITE}/${index}`,
        pageFactsWith({ rendering: renderedWith({ addedWordCount, raw: { wordCount } }) }),
      ]),
    )
    facts.set(`${SITE}/plain`, pageFactsWith())
    facts.set(
      `${SITE}/failed`,
      pageFactsWith({ rendering: { isRendered: false, why: 'The browser closed the page.' } }),
    )
    const { agents } = await site.read({}, facts)
    assert.deepEqual(agents.scripts, { pages: 4, sourceWords: 400, addedWords: 400, mostlyScripted: 2 })
  })
})

const robotsFile: RobotsFileFacts = {
  url: `${SITE}/robots.txt`,
  status: 200,
  failure: null,
  failureDetail: '',
  attempts: [],
  mediaType: 'text/plain',
  isBotChallenge: false,
  isUnreadable: false,
  bytes: 100,
  htmlStart: '',
  problems: [],
  totalProblems: 0,
  sitemaps: [],
  siteRule: null,
  closingLines: [],
}

const llmsFile: LlmsFileFacts = {
  url: `${SITE}/llms.txt`,
  status: 200,
  mediaType: 'text/plain',
  isBotChallenge: false,
  isHtml: false,
  characters: 90,
  hasTitle: true,
  totalLinks: 3,
  start: '# Example',
  links: [],
}

/** A crawl of one page that ran scripts, read with what a test says that it stored besides. */
async function openSite() {
  const store = await openTestStore()
  const ownerId = await store.visitors.createOwner('x', 1)
  const url = `${SITE}/`
  const { crawlId } = await addCrawl(store, { ownerId, url, pages: [{ url }], nowMs: 1 })
  const stored = await store.reading.crawl(crawlId)
  assert.ok(stored)
  const crawl = { ...stored, options: { ...defaultCrawlOptions, rendersJavaScript: true } }
  const site = await store.crawls.siteFacts(crawlId)
  return {
    read: (
      changes: Pick<typeof site.crawl, 'robotsFiles' | 'llmsFile'>,
      facts: ReadonlyMap<string, PageFacts> = new Map(),
    ) => {
      const crawls: Store['crawls'] = {
        ...store.crawls,
        siteFacts: async () => ({ ...site, crawl: { ...site.crawl, ...changes } }),
      }
      const reading: Store['reading'] = {
        ...store.reading,
        pages: async () => [...facts.keys()].map(key => pageRowWith({ url: key })),
        pageFacts: async (_, key) => facts.get(key) ?? null,
      }
      return readReadiness({ crawls, reading }, crawl)
    },
    [Symbol.asyncDispose]: () => store[Symbol.asyncDispose](),
  }
}
