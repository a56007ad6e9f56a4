import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { WebsiteResponse } from '#shared/api/websites.ts'
import { websiteWith } from '../../test-website.ts'
import { visibleWebsites } from './website-rows.ts'

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
