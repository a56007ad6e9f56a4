import assert from 'node:assert/strict'
import { describe, it, test } from 'node:test'
import type { CheckResponse } from '#shared/api/checks.ts'
import type { WebsiteResponse } from '#shared/api/websites.ts'
import { websiteWith } from '../../test-website.ts'
import { foundChecks, visibleWebsites } from './search.ts'

function website(id: number, changes: Partial<WebsiteResponse>): WebsiteResponse {
  return websiteWith({ id, url: `https://${id}.example/`, ...changes })
}

describe('visibleWebsites()', () => {
  const websites = [
    website(1, { lastCrawled: '2026-01-01T00:00:00.000Z', url: 'https://Shop.example/' }),
    website(2, { status: 'pending' }),
    website(3, { lastCrawled: '2026-01-02T00:00:00.000Z' }),
  ]
  const rows: [string, number[]][] = [
    ['', [3, 1, 2]],
    [' SHOP ', [1]],
    ['pending', [2]],
    ['nothing of the kind', []],
  ]
  for (const [search, ids] of rows)
    it(`finds ${ids.length} for "${search}", the newest first`, () =>
      assert.deepEqual(
        visibleWebsites(websites, search).map(found => found.id),
        ids,
      ))
})

const check = (id: string, title: string, type: CheckResponse['type']): CheckResponse => ({
  id,
  title,
  type,
  severity: 'error',
  why: '',
  fix: '',
  thresholds: [],
})
const checks = [
  check('title-missing', 'Missing title', 'meta_issue'),
  check('title-duplicate', 'Duplicate title', 'duplicate'),
  check('image-broken', 'Broken image', 'image_issues'),
]

const cases: [string, string[]][] = [
  ['', ['title-missing', 'title-duplicate', 'image-broken']],
  ['TITLE', ['title-missing', 'title-duplicate']],
  ['  title   dup ', ['title-duplicate']],
  ['meta issue', ['title-missing']],
  ['nothing of it', []],
]
for (const [search, ids] of cases)
  test(`a search for “${search}” finds ${ids.length} checks`, () => {
    assert.deepEqual(
      foundChecks(checks, search).map(found => found.id),
      ids,
    )
  })
