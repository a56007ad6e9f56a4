import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ruleMatcher } from '#shared/crawl-scope.ts'
import { joined, pick, seeded } from './random.ts'

const SITE = 'https://shop.example'

test('a scope rule agrees with a search that tries every place', () => {
  const { seed, rounds, random } = seeded(20_000)
  for (let round = 0; round < rounds; round++) {
    const glob = `${pick(random, ['', '/'])}${joined(random, ['a', 'b', '/', '*', '?'], 8)}`
    const rule = `${glob === '' ? 'a' : glob}${pick(random, ['', '', '$'])}`
    const url = `${SITE}/${joined(random, ['a', 'b', '/', '?'], 12)}`
    assert.equal(ruleMatcher([rule])(url) !== null, matchesPlainly(rule, url), `${rule} and ${url}, seed ${seed}`)
  }
})

function matchesPlainly(rule: string, url: string): boolean {
  const isAnchored = rule.endsWith('$')
  const glob = isAnchored ? rule.slice(0, -1) : rule
  const starts = glob.startsWith('/') ? [url.slice(SITE.length)] : Array.from(`${url} `, (_, at) => url.slice(at))
  return starts.some(start => globMatches(glob, start, isAnchored))
}

function globMatches(glob: string, text: string, isAnchored: boolean): boolean {
  const [first] = glob
  if (first === undefined) return !isAnchored || text === ''
  if (first === '*')
    return globMatches(glob.slice(1), text, isAnchored) || (text !== '' && globMatches(glob, text.slice(1), isAnchored))
  return text[0] === first && globMatches(glob.slice(1), text.slice(1), isAnchored)
}
