import assert from 'node:assert/strict'
import { test } from 'node:test'
import { extractPage } from '#extract/extract.ts'
import type { PageFacts } from '#shared/facts.ts'
import {
  MAX_FINDINGS_PER_LIST,
  MAX_JSON_LD_BYTES,
  MAX_LINKS_PER_PAGE,
  MAX_TAG_EXCERPT,
  MAX_TEXT,
  MAX_URL_LENGTH,
} from '#shared/limits.ts'
import { createRandom, type Random } from '../properties/random.ts'
import { mutatedSitePage } from './site-markup.ts'

/**
 * Property: any bytes give facts, within their limits, the same facts twice. A short run each time; a failure prints its seed,
 * and FUZZ_SEED and FUZZ_ROUNDS repeat or prolong it.
 */
const seed = Number(process.env.FUZZ_SEED ?? 20_261_120)
const rounds = Number(process.env.FUZZ_ROUNDS ?? 400)

const pieces = [
  ...[
    '<html lang=x>',
    '<head>',
    '</head>',
    '<body class=cookie-banner>',
    '</body>',
    '<title>',
    '</title>',
    '<base href="',
    '<p>',
    '</p>',
  ],
  ...[
    '<meta name=robots content="',
    '<meta http-equiv=refresh content="0;url=',
    '<meta charset=',
    '<link rel=canonical href="',
    '<h1>',
    '</h1>',
  ],
  ...[
    '<link rel=alternate hreflang=de href="',
    '<a href="',
    '</a>',
    '<a onclick=x>',
    '<area href="',
    '<img src="',
    '<img srcset="',
    '<iframe>',
  ],
  ...[
    '<script type="application/ld+json">',
    '</script>',
    '<template>',
    '</template>',
    '<noscript>',
    '</noscript>',
    '<main>',
    '</main>',
  ],
  ...[
    '<svg>',
    '</svg>',
    '<math>',
    '<table>',
    '<tr><td>',
    '</table>',
    '<select><option>',
    '<textarea>',
    '</textarea>',
    '<form action="',
  ],
  ...[
    '<input id=a type=password>',
    '<label for=a>',
    '</label>',
    '<button>',
    '</button>',
    '<b>',
    '</b>',
    '<i>',
    '<font size=1>',
    '</font>',
  ],
  ...[
    '<div hidden>',
    '<div role=heading aria-level=7>',
    '<div aria-labelledby="a b">',
    '</div>',
    '<figure><figcaption>',
    '<frameset>',
  ],
  ...[
    '">',
    '"',
    "'",
    '>',
    '<',
    '</',
    '<!--',
    '-->',
    '<!',
    '<?',
    '&',
    '&#xD800;',
    '&notit;',
    '\0',
    '\r',
    '\n',
    ' ',
    '%',
    '%zz',
    '#',
    '#%E9',
    '\\',
  ],
  ...[
    'http://',
    'https://https://',
    '//',
    'javascript:',
    'data:,',
    'mailto:a',
    'utf-16',
    'x-user-defined',
    '[::1]',
    '@',
    '{"@type":',
    '[',
    ']',
    '}',
  ],
  ...[
    '<div itemscope itemtype="https://schema.org/Thing">',
    '<p itemprop="a b" itemscope itemref="a r" id=r>',
    '<meta itemprop=a content="',
    '<div vocab="https://schema.org/" typeof="Thing">',
    '<a property=a typeof="s:B" href="',
    '<p rel="schema:a" resource="#a" about="_:b" prefix="s: http://schema.org/">',
  ],
  ...[
    'noindex',
    'unavailable_after: 1',
    'word ',
    '東京タワー',
    'ภาษาไทย',
    '😀',
    '\u0301',
    '\u202e',
    '__proto__',
    'constructor',
    'null',
  ],
]

function randomMarkup(random: Random): Uint8Array {
  if (random(4) === 0) return new TextEncoder().encode(mutatedSitePage(random))
  let markup = ''
  for (let count = random(80); count > 0; count--) markup += pieces[random(pieces.length)]
  return new TextEncoder().encode(markup)
}

/** Bytes changed, doubled, omitted, or without any sense. */
function mutate(bytes: Uint8Array, random: Random): Uint8Array {
  switch (random(4)) {
    case 0:
      return bytes
    case 1:
      return Uint8Array.from({ length: random(300) }, () => random(256))
    case 2:
      return bytes.map(byte => (random(20) === 0 ? random(256) : byte))
    default: {
      const [from, to] = [random(bytes.length + 1), random(bytes.length + 1)]
      return Uint8Array.from([...bytes.subarray(0, from), ...bytes.subarray(to)])
    }
  }
}

function randomHeaders(random: Random): [string, string][] {
  const value = () => Array.from({ length: random(6) }, () => pieces[random(pieces.length)]).join('')
  const names = ['Content-Type', 'Link', 'X-Robots-Tag', 'Refresh', 'Set-Cookie', 'cf-mitigated']
  return Array.from({ length: random(4) }, () => {
    const name = names[random(names.length)] ?? 'Link'
    return [
      name,
      name === 'Content-Type' ? `text/html; charset=${value()}` : `<${value()}>; rel=${value()}, ${value()}`,
    ]
  })
}

function assertBounded(facts: PageFacts): void {
  assert.deepEqual(JSON.parse(JSON.stringify(facts)), facts)
  assert.ok(JSON.stringify(facts).isWellFormed())
  assert.ok(facts.links.length <= MAX_LINKS_PER_PAGE && facts.totalLinks >= facts.links.length)
  for (const link of facts.links) {
    assert.ok(/^https?:\/\//.test(link.url) && link.url.length <= MAX_URL_LENGTH, link.url)
    assert.ok(!link.url.includes('#') && link.text.length <= MAX_TEXT)
  }
  assert.ok(facts.images.every(({ tag }) => tag.length <= MAX_TAG_EXCERPT))
  assert.ok(facts.title.length <= MAX_TEXT && facts.h1.length <= MAX_TEXT)
  assert.ok(facts.missingAltTags + facts.emptyAltTags <= facts.totalImages)
  const items = facts.markupItems ?? []
  assert.ok(items.length <= 2 * MAX_FINDINGS_PER_LIST && items.every(({ raw }) => raw.length <= MAX_JSON_LD_BYTES))
  for (const [start, end] of facts.content.codeRanges) assert.ok(start < end && end <= facts.content.mainText.length)
}

test(`extractPage() never throws and keeps its limits (seed ${seed}, ${rounds} rounds)`, () => {
  for (let round = 0; round < rounds; round++) {
    const random = createRandom(seed + round)
    const body = mutate(randomMarkup(random), random)
    const input = {
      url: 'http://example.test/a/b?c',
      depth: 0,
      isSeed: round % 2 === 0,
      isPrivateHost: false,
      status: [200, 403, 503, 404][random(4)] ?? 200,
      httpVersion: '1.1',
      headers: randomHeaders(random),
      body,
      transferBytes: body.length,
      isTruncated: random(2) === 0,
      ttfbMs: 1,
      totalMs: 2,
      attempts: [],
    }
    try {
      const facts = extractPage(input)
      assertBounded(facts)
      assert.deepEqual(extractPage(input), facts)
    } catch (cause) {
      throw new Error(`FUZZ_SEED=${seed + round} FUZZ_ROUNDS=1 repeats it`, { cause })
    }
  }
})
