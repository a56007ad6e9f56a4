import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ComparedPage } from '#compare/compare-pages.ts'
import type { Comparison, FindingGroup } from '#compare/comparison.ts'
import { crawlRowWith, issueRowWith } from '../test-rows.ts'
import type { ComparisonSource } from './compared-lists.ts'
import { chosenComparisonText } from './comparison-text.ts'

const WIDTH = 60
const pages = (count: number): ComparedPage[] =>
  Array.from({ length: count }, (_, index) => ({ laterId: index, earlierId: index, fields: 0 }))
const noFields: Comparison['fields'] = {
  ...{ status: 0, indexability: 0, title: 0, description: 0, canonical: 0, robots: 0, h1: 0, words: 0, text: 0 },
  ...{ structuredData: 0, inlinks: 0, outlinks: 0, size: 0, score: 0 },
}

function textOf(changes: Partial<Comparison>, columns = WIDTH): Promise<string> {
  const source: ComparisonSource = {
    later: crawlRowWith({ id: 2 }),
    earlier: crawlRowWith({ id: 1 }),
    paths: [],
    reading: {
      issuesOfCrawl: async (_, ids) =>
        ids.map(id =>
          issueRowWith({
            id,
            severity: id % 2 === 0 ? 'warning' : 'error',
            message: `Finding ${id} ${'of many words '.repeat(id === 2 ? 9 : 0)}`.trim(),
            pageUrl: `https://example.com/${'folder/'.repeat(id === 2 ? 20 : 0)}${id}`,
          }),
        ),
      comparablePagesById: async () => new Map(),
    },
    comparison: {
      differences: [],
      findings: [],
      pages: {
        changes: { changed: [], added: [], moved: [], redirected: [], removed: [], 'not-crawled': [] },
        inBoth: 0,
      },
      fields: noFields,
      ...changes,
    },
  }
  return chosenComparisonText(source, columns)
}

const groupOf = (change: FindingGroup['change'], issueIds: number[], severity: FindingGroup['severity'] = 'error') => ({
  ...{ change, checkId: 'title-missing', severity, issueIds },
})

const NUMBERS = `Pages
  Changed      0 of 0 in both crawls
  Added        0
  Moved        0
  Redirected   0
  Removed      0
  Not crawled  0
`

describe('chosenComparisonText()', () => {
  it('says of crawls that are the same that there is nothing new', async () => {
    assert.equal(
      await textOf({}),
      `No new findings

Findings
  New          0
  Fixed        0
  Unchanged    0
  Not crawled  0
  Not checked  0

${NUMBERS}`,
    )
  })

  it('has in what the crawls differ, the new findings, and all numbers', async () => {
    const text = await textOf({
      differences: [{ label: 'Page limit', earlier: '100', later: `200\u001b[0m ${'more '.repeat(20)}` }],
      findings: [
        groupOf('new', [1]),
        groupOf('new', [2], 'warning'),
        groupOf('fixed', [3, 5]),
        groupOf('fixed', [4], 'info'),
        groupOf('unchanged', [6, 7, 8, 9]),
        groupOf('not-crawled', [10, 11, 12, 13, 14]),
        groupOf('not-checked', [15, 16, 17, 18, 19, 20]),
      ],
      pages: {
        changes: {
          ...{ changed: pages(1), added: pages(2), moved: pages(3), redirected: pages(4), removed: pages(5) },
          'not-crawled': pages(6),
        },
        inBoth: 7,
      },
      fields: { ...noFields, title: 1, words: 3 },
    })
    assert.equal(
      text,
      `The crawls differ
  Page limit: 100 → 200[U+001B][0m more more more more more…

New findings
  error   Finding 1
          https://example.com/1
  warning Finding 2 of many words of many words of many wor…
          https://example.com/folde…r/folder/folder/folder/2

Findings
  New          2
  Fixed        3
  Unchanged    4
  Not crawled  5
  Not checked  6

Pages
  Changed      1 of 7 in both crawls
    Title: 1
    Words: 3
  Added        2
  Moved        3
  Redirected   4
  Removed      5
  Not crawled  6
`,
    )
    for (const line of text.split('\n')) assert.ok(line.length <= WIDTH, line)
  })

  it('shows twenty new findings, and counts those beyond', async () => {
    const shownOf = async (count: number) => {
      const ids = Array.from({ length: count }, (_, index) => index + 3)
      const text = await textOf({ findings: [groupOf('new', ids)] })
      return [text.split('Finding ').length - 1, /^and .*$/m.exec(text)?.[0]]
    }
    assert.deepEqual(await shownOf(20), [20, undefined])
    assert.deepEqual(await shownOf(21), [20, 'and 1 more'])
  })

  it('is at least as wide as forty columns', async () => {
    const differences = [{ label: 'Page limit', earlier: '1', later: 'more '.repeat(20) }]
    const [, line] = (await textOf({ differences }, 10)).split('\n')
    assert.equal(line?.length, 40)
  })
})
