import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pageFactsWith } from '#checks/test-facts.ts'
import { sitemapEntries } from './sitemap-entries.ts'

const BATCHES = 3

test('sitemapEntries() lets the event loop turn between batches of a database that never leaves it', async () => {
  let turns = 0
  const turnsAtBatch: number[] = []
  let isOver = false
  const turn = () => {
    turns++
    if (!isOver) setImmediate(turn)
  }
  setImmediate(turn)
  const reading = {
    factsOfPages: async (_crawlId: number, { limit }: { limit: number }) => {
      turnsAtBatch.push(turns)
      const batch = turnsAtBatch.length
      if (batch > BATCHES) return []
      return Array.from({ length: limit }, (_, index) => {
        const url = `https://example.com/${batch}/${index}`
        return { url, facts: JSON.stringify(pageFactsWith({ url })) }
      })
    },
  }
  const entries = await Array.fromAsync(sitemapEntries(reading, { crawlId: 1, afterUrl: null }))
  isOver = true
  assert.equal(new Set(entries.map(({ url }) => url)).size, BATCHES * 50)
  assert.equal(new Set(turnsAtBatch).size, BATCHES + 1, 'a turn between any two batches')
})
