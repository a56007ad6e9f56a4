import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isAllowed, parseRobots } from '#crawl/robots/robots.ts'
import { joined, pick, type Random, seeded } from './random.ts'
import { referenceAllows } from './robots-reference.ts'

/** Property: any file gives a result on any path, and the one that a second reading of the standard gives. */
const AGENT = 'sitesounder'

const pathPieces = [
  ...['/', '/', 'a', 'b', 'c', 'ab', '.', '-', '~', 'é', 'à', 'ツ', ' ', '|', ':', '@', '&', '=', '?', '?', '*', '$'],
  ...['%', '%2', '%4', '5', '1', '%61', '%62', '%2F', '%2f', '%3A', '%3a', '%3F', '%40', '%2A', '%24', '%25', '%C3%A9'],
  ...['%c3%a0', '%7E', '%00', '%zz', '%%', '+', ';', '[', "'"],
]
const patternPieces = [...pathPieces, '*', '*', '$']
const fields = [
  'Disallow: ',
  'Disallow: ',
  'Disallow:',
  'Allow: ',
  'Allow:\t',
  'disallow :',
  'DISALLOW: ',
  'Dissalow: ',
  'Disallow ',
]
const names = ['*', AGENT, 'SiteSounder/1.0', 'other', 'sitesounder-news', '* all', '', 'sitesounder bot']
const otherLines = [
  '',
  '# comment',
  'Sitemap: https://x.example/s.xml',
  'Crawl-delay: 2',
  'Unknown: /',
  'words without sense',
  ':',
  'Disallow:',
]

function randomLine(random: Random): string {
  const kind = random(10)
  if (kind === 0) return pick(random, otherLines)
  if (kind < 3) return `${pick(random, ['User-agent: ', 'user-agent:', 'Useragent: '])}${pick(random, names)}`
  const comment = random(12) === 0 ? ' # why' : ''
  return `${pick(random, fields)}${random(12) === 0 ? '' : '/'}${joined(random, patternPieces, 5)}${comment}`
}

function randomFile(random: Random): Buffer {
  const lines = Array.from({ length: random(12) }, () => randomLine(random))
  if (random(3) > 0) lines.unshift('User-agent: *')
  const mark = pick(random, ['', '', '', '\ufeff'])
  return Buffer.from(mark + lines.map(line => line + pick(random, ['\n', '\n', '\r\n', '\r'])).join(''))
}

test('results equal those of a slow reading of RFC 9309', context => {
  const { seed, rounds, random } = seeded(4_000)
  context.diagnostic(`seed ${seed}, ${rounds} rounds`)
  let forbidden = 0
  let decided = 0
  for (let round = 0; round < rounds; round += 1) {
    const file = randomFile(random)
    const robots = parseRobots(file)
    for (let question = 0; question < 6; question += 1) {
      const path = `/${joined(random, pathPieces, 6)}`
      const result = isAllowed(robots, { userAgent: AGENT, path })
      const said = JSON.stringify({ seed, round, file: file.toString(), path, result })
      assert.equal(result.isAllowed, referenceAllows(file, { agent: AGENT, path }), said)
      if (!result.isAllowed) forbidden += 1
      if (result.rule) decided += 1
    }
  }
  context.diagnostic(`${decided} of ${rounds * 6} questions decided by a rule, ${forbidden} of them forbidden`)
  assert.ok(decided > rounds && forbidden > rounds / 2, 'rules hardly ever meet their paths: the property says little')
})

test('any octets give a result', context => {
  const { seed, rounds, random } = seeded(1_000)
  context.diagnostic(`seed ${seed}, ${rounds} rounds`)
  for (let round = 0; round < rounds; round += 1) {
    const noise = Uint8Array.from({ length: random(400) }, () => random(256))
    const file = Buffer.concat([randomFile(random), noise, randomFile(random)])
    const path = Buffer.from(Array.from({ length: random(40) }, () => random(256))).toString(
      random(2) === 0 ? 'latin1' : 'utf16le',
    )
    const result = isAllowed(parseRobots(file), { userAgent: AGENT, path: `/${path}` })
    assert.equal(
      result.isAllowed,
      referenceAllows(file, { agent: AGENT, path: `/${path}` }),
      `seed ${seed}, round ${round}`,
    )
  }
})

test('neither the order of rules nor what stands between them changes a result', context => {
  const { seed, rounds, random } = seeded(2_000)
  context.diagnostic(`seed ${seed}, ${rounds} rounds`)
  for (let round = 0; round < rounds; round += 1) {
    const rules = Array.from(
      { length: 1 + random(6) },
      () => `${pick(random, ['Allow', 'Disallow'])}: /${joined(random, patternPieces, 4)}`,
    )
    const shuffled = [...rules]
    for (let last = shuffled.length - 1; last > 0; last -= 1) shuffled.push(...shuffled.splice(random(last + 1), 1))
    const spread = shuffled.flatMap(rule => [
      rule,
      pick(random, ['', '# comment', 'Sitemap: https://x.example/', 'Unknown: x']),
    ])
    const path = `/${joined(random, pathPieces, 5)}`
    const allowedBy = (lines: string[]) =>
      isAllowed(parseRobots(Buffer.from(['User-agent: *', ...lines].join('\n'))), { userAgent: AGENT, path }).isAllowed
    assert.equal(allowedBy(spread), allowedBy(rules), JSON.stringify({ seed, round, rules, path }))
  }
})
