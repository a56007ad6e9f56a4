import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { SkipReason } from '#shared/model.ts'
import type { CrawlRow } from '#store/store.ts'
import { crawlOverview } from '../overview.ts'
import { crawlRowWith } from '../test-rows.ts'
import { coverageSheet } from './coverage-sheet.ts'

interface Given {
  crawl?: Partial<CrawlRow>
  depths?: Record<number, number>
  skipped?: [SkipReason, number][]
  muted?: { count: number; reasons: string[] }
}

function textOf({ crawl, depths = {}, skipped = [], muted = { count: 0, reasons: [] } }: Given): string {
  const row = crawlRowWith(crawl)
  const sums = {
    statusCounts: { '2xx': 3, '4xx': 1 },
    depthCounts: Object.entries(depths).map(([depth, count]) => ({ depth: Number(depth), count })),
    indexabilityCounts: { noindex: 1 },
    skippedCounts: skipped.map(([reason, count]) => ({ reason, count })),
    issueTypes: [],
    health: null,
    scores: [],
    pageSpeedSample: null,
  }
  const overview = crawlOverview({ crawl: row, crawls: [row], sums })
  return coverageSheet({ crawl: row, overview, muted }).body.text
}

const withoutTags = (text: string) =>
  text
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
/** The rows of the table with this caption. */
const rowsOf = (text: string, caption: string) => {
  const body = new RegExp(`>${caption}</caption>.*?<tbody>(.*?)</tbody>`, 's').exec(text)?.[1] ?? ''
  return [...body.matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row = '']) => withoutTags(row))
}
/** Names and numbers of the part with this heading. */
const valuesOf = (text: string, heading: string) => {
  const found = new RegExp(`<h3>${heading}</h3>(.*?)</section>`, 's').exec(text)?.[1] ?? ''
  return [
    ...[...found.matchAll(/<div><dt>(.*?)<\/dt><dd>(.*?)<\/dd><\/div>/gs)].map(match => `${match[1]}: ${match[2]}`),
    ...[...found.matchAll(/<(?:p|li).*?<\/(?:p|li)>/gs)].map(([each]) => withoutTags(each)),
  ]
}

describe('coverageSheet()', () => {
  it('says how far the crawl went', () => {
    assert.deepEqual(valuesOf(textOf({}), 'Crawl'), [
      'Started: Jan 2, 2026, 12:00 UTC',
      'Duration: 4.0 s',
      'Pages crawled: 3',
      'Page limit: 100',
      'Pages whose content was checked: 3',
      'URLs of the site found: 9',
    ])
    const waiting = textOf({ crawl: { startedMs: null, endedMs: null, status: 'pending' } })
    assert.deepEqual(valuesOf(waiting, 'Crawl').slice(0, 2), ['Started: not yet', 'Duration: –'])
  })

  it('has three notes of the crawl at most, each cut', () => {
    const notes = ['First.', 'x'.repeat(221), 'Third.', 'Fourth.']
    const shown = [...textOf({ crawl: { notes } }).matchAll(/<p class="note">(.*?)<\/p>/g)].map(([note]) =>
      withoutTags(note),
    )
    assert.deepEqual(shown, ['First.', `${'x'.repeat(219)}…`, 'Third.'])
  })

  it('has a row for each status class, and those of indexability that there are', () => {
    const text = textOf({})
    assert.deepEqual(rowsOf(text, 'Status'), [
      'Success (2xx) 3 75 %',
      'Redirect (3xx) 0 0 %',
      'Client error (4xx) 1 25 %',
      'Server error (5xx) 0 0 %',
      'No response 0 0 %',
    ])
    assert.deepEqual(rowsOf(text, 'Indexability'), ['Indexable 0 0 %', 'Noindex 1 25 %'])
    assert.deepEqual(
      [...text.matchAll(/class="value" width="([^"]*)"/g)].map(match => match[1]),
      ['45', '0', '15', '0', '0', '0', '15'],
    )
  })

  it('has one row for all pages that are eight clicks away or more', () => {
    const near = { '-1': 5, 0: 1, 1: 2, 7: 3 }
    assert.deepEqual(rowsOf(textOf({ depths: near }), 'Depth'), ['0 (start page) 1 17 %', '1 2 33 %', '7 3 50 %'])
    assert.deepEqual(rowsOf(textOf({ depths: { ...near, 8: 3, 11: 1 } }), 'Depth').slice(2), [
      '7 3 30 %',
      '8 or more 4 40 %',
    ])
  })

  it('names nine reasons why URLs were not crawled, the commonest first', () => {
    const heading = 'URLs found and not crawled'
    assert.deepEqual(valuesOf(textOf({ skipped: [['limit', 0]] }), heading), [
      'None: every URL of the site that was found was requested.',
    ])
    const skipped: [SkipReason, number][] = [
      ['scope', 2],
      ['robots', 2],
      ['limit', 1],
      ['nofollow', 7],
      ['type', 2],
    ]
    assert.deepEqual(valuesOf(textOf({ skipped }), heading), [
      'Linked with nofollow only: 7',
      'Disallowed by robots.txt: 2',
      'On another site: 2',
      'Not a web page: 2',
      'Beyond the page limit: 1',
    ])
    const rare = ['too-long', 'too-deep', 'repeats-itself', 'looks-endless'] as const
    const more = [...skipped, ...rare.map((reason): [SkipReason, number] => [reason, 1])]
    assert.deepEqual(valuesOf(textOf({ skipped: more }), heading).length, 9)
    const most = valuesOf(textOf({ skipped: [...more, ['queue-full', 1]] }), heading)
    assert.deepEqual([most.length, most.at(-1)], [10, 'and 1 further reason'])
  })

  it('names four reasons why issues are muted', () => {
    const reasons = ['a', 'x'.repeat(121), 'c', 'd']
    assert.doesNotMatch(textOf({}), /Muted issues/)
    const sentence = (count: string) => `${count} muted: not among the fixes and not in any count, for these reasons:`
    assert.deepEqual(valuesOf(textOf({ muted: { count: 1, reasons } }), 'Muted issues'), [
      sentence('1 issue is'),
      'a',
      `${'x'.repeat(119)}…`,
      'c',
      'd',
    ])
    const more = valuesOf(textOf({ muted: { count: 2, reasons: [...reasons, 'e', 'f'] } }), 'Muted issues')
    assert.deepEqual([more[0], more.slice(4)], [sentence('2 issues are'), ['d', 'and 2 further reasons']])
  })
})
