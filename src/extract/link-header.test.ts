import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseLinkHeaders } from './link-header.ts'

/** RFC 8288, section 3 and appendix B. */
const rows: [name: string, values: string[], links: [target: string, rel: string[], hreflang: string | null][]][] = [
  ['a canonical', ['<https://a.test/>; rel="canonical"'], [['https://a.test/', ['canonical'], null]]],
  ['several relations', ['</a>; rel="Next  start"'], [['/a', ['next', 'start'], null]]],
  [
    'several links in one header',
    ['</de>; rel=alternate; hreflang=de, </fr>; rel="alternate"; hreflang="fr"'],
    [
      ['/de', ['alternate'], 'de'],
      ['/fr', ['alternate'], 'fr'],
    ],
  ],
  [
    'several headers',
    ['</a>;rel=a', '</b>;rel=b'],
    [
      ['/a', ['a'], null],
      ['/b', ['b'], null],
    ],
  ],
  ['a comma and a semicolon in the URL', ['</a,b;c>; rel=next'], [['/a,b;c', ['next'], null]]],
  [
    'a comma in a quoted parameter',
    ['</a>; title="x, y; \\"z\\""; rel=next, </b>; rel=prev'],
    [
      ['/a', ['next'], null],
      ['/b', ['prev'], null],
    ],
  ],
  ['the first rel counts', ['</a>; rel=next; rel=prev'], [['/a', ['next'], null]]],
  ['blanks around the equals sign', ['</a> ; rel = next'], [['/a', ['next'], null]]],
  ['no relation', ['</a>'], [['/a', [], null]]],
  ['a statement about something else', ['</a>; rel=canonical; anchor="/other"'], [['/a', [], null]]],
  ['an empty list element', [', ,</a>; rel=next'], [['/a', ['next'], null]]],
  ['what cannot be read ends the header', ['</a>; rel=next, oops, </b>; rel=prev'], [['/a', ['next'], null]]],
  ['an unclosed bracket', ['</a; rel=next'], []],
  ['an unclosed quote', ['</a>; rel="next'], [['/a', ['next'], null]]],
]
for (const [name, values, links] of rows)
  test(`parseLinkHeaders() reads ${name}`, () =>
    assert.deepEqual(
      parseLinkHeaders(values).map(({ target, rel, hreflang }) => [target, rel, hreflang]),
      links,
    ))

test('parseLinkHeaders() keeps a hundred links', () => {
  assert.equal(parseLinkHeaders([Array.from({ length: 500 }, (_, i) => `</${i}>; rel=next`).join(',')]).length, 100)
})
