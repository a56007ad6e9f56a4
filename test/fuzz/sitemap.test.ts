import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MAX_SITEMAP_ENTRIES, readSitemap } from '#extract/sitemap.ts'
import { MAX_LOC_LENGTH, type SitemapEntry, type SitemapSummary } from '#extract/sitemap-entry.ts'
import { createRandom } from '../properties/random.ts'

/**
 * Property: any bytes are read as a sitemap without a throw, within its limits, the same twice. FUZZ_SEED and FUZZ_ROUNDS
 * repeat or prolong the run.
 */
const seed = Number(process.env.FUZZ_SEED ?? 20_261_121)
const rounds = Number(process.env.FUZZ_ROUNDS ?? 2_000)

const pieces = [
  ...[
    '<urlset>',
    '</urlset>',
    '<url>',
    '</url>',
    '<loc>',
    '</loc>',
    '<sitemapindex>',
    '<sitemap>',
    '</sitemap>',
    '<s:loc>',
  ],
  ...[
    '<?xml version="1.0" encoding="',
    'utf-16',
    'iso-8859-1"',
    '?>',
    '<!--',
    '-->',
    '<![CDATA[',
    ']]>',
    ']]',
    '<!',
    '<!DOCTYPE ',
  ],
  ...[
    'html',
    '<xhtml:link rel="alternate" href="',
    '"/>',
    '/>',
    '<',
    '>',
    '"',
    "'",
    '=',
    '</',
    '<image:loc>',
    '\n',
    '\r',
    ' ',
  ],
  ...[
    'http://a.test/',
    '&amp;',
    '&#',
    '&#x',
    ';',
    '&',
    '&#xD800;',
    '&lol;',
    '\0',
    '\ufeff',
    '\ufffe',
    '😀',
    '__proto__',
    '%00',
  ],
]

function randomBytes(random: (below: number) => number): Uint8Array {
  let text = random(2) === 0 ? '<urlset><url><loc>' : ''
  for (let count = random(60); count > 0; count--) text += pieces[random(pieces.length)]
  const bytes = Buffer.from(text, random(10) === 0 ? 'utf16le' : 'utf8')
  return random(3) === 0 ? bytes.map(byte => (random(20) === 0 ? random(256) : byte)) : bytes
}

function read(bytes: Uint8Array): SitemapSummary & { entries: SitemapEntry[] } {
  const reading = readSitemap(bytes)
  const entries: SitemapEntry[] = []
  for (let step = reading.next(); ; step = reading.next()) {
    if (step.done) return { ...step.value, entries }
    entries.push(...step.value.entries)
  }
}

test('any bytes are read as a sitemap, or as none, within the limits', () => {
  const random = createRandom(seed)
  let withEntries = 0
  for (let round = 0; round < rounds; round++) {
    const bytes = randomBytes(random)
    const result = read(bytes)
    const about = `seed ${seed}, round ${round}`
    assert.deepEqual(read(bytes), result, about)
    assert.ok(result.entries.length <= MAX_SITEMAP_ENTRIES, about)
    for (const { loc, alternates } of result.entries) {
      assert.ok(loc !== '' && loc.length <= MAX_LOC_LENGTH && alternates.length <= 500, about)
    }
    if (result.kind === 'none') assert.deepEqual(result.entries, [], about)
    if (result.entries.length > 0) withEntries++
  }
  assert.ok(
    withEntries > rounds / 100,
    `only ${withEntries} of ${rounds} had an entry: the pieces no longer make sitemaps`,
  )
})
