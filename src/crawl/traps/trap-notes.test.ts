import assert from 'node:assert/strict'
import { test } from 'node:test'
import { linkKinds, type SkipReason } from '#shared/model.ts'
import { kindsToMask } from '#shared/page-record.ts'
import type { CrawlTrap } from '#shared/site-facts.ts'
import type { UrlRow } from '#store/store.ts'
import { Frontier } from '../schedule/frontier.ts'
import { leaveTraps } from './trap-notes.ts'

const SITE = 'http://site.test'
const trap = (pattern: string, skipped: number): CrawlTrap => ({
  pattern,
  visited: 5,
  alike: 4,
  skipped,
  visitedUrls: [],
  skippedUrls: [],
})

/** A frontier whose URLs were skipped for the reasons that their names say; `/left` waits for its visit. */
function skippedFor(reasons: readonly SkipReason[]): Frontier {
  const frontier = new Frontier({ scopeHost: 'site.test', maxUrls: 100 })
  const row = frontier.addSeed(`${SITE}/`)
  frontier.finish(row.id, 'visited', null)
  const urls = [...reasons, 'left'].map(name => `${SITE}/${name}`).concat('http://other.test/too-deep')
  const kinds = kindsToMask(['anchor'], linkKinds)
  frontier.admit(
    urls.map(url => ({ url, kinds, isFollowed: true })),
    { id: row.id, isRedirect: false },
  )
  frontier.nextLevel({
    lastNumber: 1,
    refuse: ({ url }) => reasons.find(reason => url === `${SITE}/${reason}`) ?? null,
  })
  return frontier
}

function leave(frontier: Frontier, found: CrawlTrap[], notes: string[] = []) {
  const shown: string[] = []
  const checkpoint: { traps?: CrawlTrap[]; notes: string[] } = { notes }
  leaveTraps({
    traps: {
      look() {},
      isSuspect: ({ url }) => url === `${SITE}/left`,
      found(rows: readonly UrlRow[]) {
        shown.push(...rows.map(({ url }) => url.replace(SITE, '')))
        return found
      },
    },
    frontier,
    checkpoint,
  })
  return { shown, checkpoint }
}

test('leaveTraps() uses what was skipped for its shape or for being endless, and skips the rest of it', () => {
  const frontier = skippedFor(['repeats-itself', 'too-deep', 'robots'])
  const { shown, checkpoint } = leave(frontier, [])
  assert.deepEqual(new Set(shown), new Set(['/repeats-itself', '/too-deep', '/left']))
  assert.deepEqual(checkpoint, { notes: [] })
})

test('leaveTraps() notes the first three patterns of which anything was skipped, each once', () => {
  const found = [trap('/a/*', 9), trap('/b/*', 0), trap('/c/*', 8), trap('/d/*', 7), trap('/e/*', 6)]
  const note = (pattern: string, skipped: number) =>
    `Crawl trap: ${skipped} more URLs of the pattern ${pattern} skipped.`
  const { checkpoint } = leave(skippedFor([]), found, [note('/a/*', 9)])
  assert.deepEqual(checkpoint.traps, found)
  assert.deepEqual(checkpoint.notes, [note('/a/*', 9), note('/c/*', 8), note('/d/*', 7)])
})
