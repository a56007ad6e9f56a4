import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { noChanges } from '#shared/changes.ts'
import type { CheckSummary } from './summary-facts.ts'
import { summaryText } from './summary-text.ts'
import { crawlRowWith } from './test-rows.ts'

const plain = { width: 80, hasColour: false }

function check(overrides: Partial<CheckSummary> = {}): CheckSummary {
  return {
    id: 'title-missing',
    title: 'Missing title',
    severity: 'error',
    issueCount: 12,
    pageCount: 3,
    gain: 3.2,
    change: null,
    exampleUrls: ['https://example.com/a', 'https://example.com/b'],
    ...overrides,
  }
}

describe('summaryText()', () => {
  it('tells the crawl from its counts to its end', () => {
    const facts = {
      crawl: crawlRowWith({ notes: ['https did not response, http was used'] }),
      checks: [
        check({ change: { ...noChanges(), new: 1, unchanged: 1, fixed: 4, notCrawled: 2 } }),
        check({
          id: 'h1-missing',
          title: 'Missing H1',
          severity: 'warning',
          issueCount: 2,
          gain: 0.7,
        }),
      ],
      indexablePages: 3,
      skippedCounts: [
        { reason: 'limit' as const, count: 34 },
        { reason: 'robots' as const, count: 2 },
      ],
      health: {
        score: 86,
        previousScore: 80,
        pages: 3,
        pagesChecked: 3,
        subjects: [],
        deductions: [],
        fixFirst: [],
      },
      change: {
        earlierCrawl: { id: 6, startedAt: '2026-01-01T12:00:00.000Z' },
        bySeverity: {
          error: { ...noChanges(), new: 1, unchanged: 1, fixed: 4, notCrawled: 2 },
          warning: { ...noChanges(), unchanged: 1, fixed: 1, notChecked: 3 },
          info: noChanges(),
        },
        pages: { added: 2, moved: 0, redirected: 0, removed: 1, notCrawled: 5 },
      },
      pageSpeedSample: null,
    }
    assert.equal(
      summaryText(facts, plain),
      `Sitesounder  https://example.com/

  Health    86 of 100, 80 in the crawl before
            The score rests on 3 of 3 pages.
  Pages     3 crawled of at most 100, 4 listed
  Indexable 3 of 4 pages
  Passed    2
  Errors    2
  Warnings  1
  Info      0
  Changes   1 new, 5 fixed, 2 unchanged since the crawl of 2026-01-01
            2 more on pages that were not crawled this time
            3 more that were not checked this time
            Pages: 2 added, 1 removed

Severity  Check          Issues  Pages  Gain  Change
Error     Missing title      12      3  +3.2   +1 −4
Warning   Missing H1          2      3  +0.7       –

Missing title  title-missing
  https://example.com/a
  https://example.com/b
  and 10 more
Missing H1  h1-missing
  https://example.com/a
  https://example.com/b

Not crawled
  34  beyond the page limit
   2  disallowed by robots.txt

https did not response, http was used
Every page was crawled.
`,
    )
  })

  it('says of how many pages the speed was measured', () => {
    const group = { name: '/*', exampleUrl: 'https://example.com/a', pages: 9, templates: 1, measured: [], failed: [] }
    const pageSpeedSample = { pages: 9, measured: 0, failed: 0, waiting: 1, groups: [group] }
    const text = summaryText(
      {
        crawl: crawlRowWith(),
        checks: [],
        skippedCounts: [],
        indexablePages: 0,
        health: null,
        change: null,
        pageSpeedSample,
      },
      plain,
    )
    assert.match(text, /\n {2}Info {6}0\n {2}Speed {5}0 of 9 pages measured; 1 template not measured\n\n/)
  })

  it('says when nothing was found', () => {
    assert.match(
      summaryText(
        {
          crawl: crawlRowWith(),
          checks: [],
          skippedCounts: [],
          indexablePages: 0,
          health: null,
          change: null,
          pageSpeedSample: null,
        },
        plain,
      ),
      /\n\nNo issues found\n\n/,
    )
  })

  it('has a row for each check, and examples of the first', () => {
    const checks = Array.from({ length: 22 }, (_, index) => check({ id: `check-${index}`, title: `Check ${index}` }))
    const text = summaryText(
      {
        crawl: crawlRowWith(),
        checks,
        skippedCounts: [],
        indexablePages: 0,
        health: null,
        change: null,
        pageSpeedSample: null,
      },
      plain,
    )
    assert.match(text, /\nError {5}Check 21 {6}12 {6}3 {2}\+3\.2\n\n/)
    assert.match(text, /\nand 2 more checks\n/)
    assert.doesNotMatch(text, /check-20/)
    const examplesOf = (count: number) => {
      const of = { crawl: crawlRowWith(), skippedCounts: [], indexablePages: 0, health: null, change: null }
      return summaryText({ ...of, checks: checks.slice(0, count), pageSpeedSample: null }, plain)
    }
    assert.match(examplesOf(21), /\nand 1 more check\n/)
    assert.doesNotMatch(examplesOf(20), /\nand \d+ more/)
  })

  it('says that a crawl without a score has no gains', () => {
    const checks = [check({ gain: null })]
    const text = summaryText(
      {
        crawl: crawlRowWith(),
        checks,
        skippedCounts: [],
        indexablePages: 0,
        health: null,
        change: null,
        pageSpeedSample: null,
      },
      plain,
    )
    assert.match(text, /\nError {5}Missing title {6}12 {6}3 {5}–\n/)
  })

  it('keeps every line within the width', () => {
    const long = check({ title: 'A title '.repeat(40), exampleUrls: [`https://example.com/${'a'.repeat(300)}/end`] })
    const text = summaryText(
      {
        crawl: crawlRowWith(),
        checks: [long],
        skippedCounts: [],
        indexablePages: 0,
        health: null,
        change: null,
        pageSpeedSample: null,
      },
      { width: 60, hasColour: false },
    )
    assert.ok(Math.max(...text.split('\n').map(line => line.length)) <= 60, text)
    assert.match(text, /…a+\/end\n/)
    assert.match(text, /\nError {5}(A title )+A ti… {6}12 {6}3 {2}\+3\.2\n/)
  })

  it('writes no escape without colour, and only colours with it', () => {
    const facts = {
      crawl: crawlRowWith(),
      checks: [check()],
      skippedCounts: [],
      indexablePages: 0,
      health: null,
      change: null,
      pageSpeedSample: null,
    }
    assert.doesNotMatch(summaryText(facts, plain), /\u001b/)
    assert.match(summaryText(facts, { width: 80, hasColour: true }), /\u001b\[31m2\u001b\[0m/)
  })

  it('lets no text of the site steer the terminal', () => {
    const hostile = check({ title: 'x\u001b]0;owned\u0007', exampleUrls: ['https://example.com/\u202egnp'] })
    const crawl = crawlRowWith({ seedUrl: 'https://example.com/\u009b2J', notes: ['a\u001b[2Jb'] })
    const text = summaryText(
      {
        crawl,
        checks: [hostile],
        skippedCounts: [],
        indexablePages: 0,
        health: null,
        change: null,
        pageSpeedSample: null,
      },
      plain,
    )
    assert.doesNotMatch(text, /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/)
  })
})
