import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { formatDateTime } from '../components/format.ts'
import { historySentence } from './history-sentence.ts'

const firstSeen = '2026-01-02T12:00:00.000Z'
const first = `First seen on ${formatDateTime(firstSeen)}`
type State = 'found' | 'not-found' | 'not-checked'

/** States from the newest crawl to the oldest. */
const rows: [State[], string][] = [
  [['found'], `${first}, by the newest crawl.`],
  [['found', 'not-found'], `${first}, by the newest crawl.`],
  [['found', 'found'], `${first}. Found in the crawl since then.`],
  [['found', 'found', 'found'], `${first}. Found in each of the 2 crawls since then.`],
  [['not-found', 'found'], `${first}. Found in 0 of the one crawl since then.`],
  [['found', 'not-checked', 'found'], `${first}. Found in 1 of the 2 crawls since then. 1 of them did not check it.`],
]

describe('historySentence()', () => {
  for (const [states, sentence] of rows)
    it(states.join(', '), () => {
      const crawls = states.map((state, index) => ({
        crawlId: states.length - index,
        startedAt: firstSeen,
        state,
        severity: null,
        affectedCount: null,
        suppressed: null,
      }))
      assert.equal(historySentence({ firstSeen, crawls }), sentence)
    })

  it('without a crawl', () => {
    assert.equal(historySentence({ firstSeen: null, crawls: [] }), 'No stored crawl has it.')
  })
})
