import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ourCatalogue } from '#checks/index.ts'
import type { Evidence, IssueDetails } from '#shared/model.ts'
import { type FixExample, ownExample } from './own-example.ts'

const pageUrl = 'https://site.test/a'
const tags = (column: string, tag: string): Evidence => ({
  kind: 'table',
  label: 'Elements',
  columns: [column, 'Line'],
  rows: [[tag, '18']],
})
const code = (text: string): Evidence => ({ kind: 'code', label: 'Head', code: text })
const linked = (text: string): Evidence => ({
  kind: 'places',
  label: 'Linked from',
  places: [{ sourceUrl: pageUrl, text, region: 'main', path: 'a', line: 1 }],
  total: 1,
})
const final: Evidence = { kind: 'url', label: 'Final URL', url: 'https://site.test/new?a=1&b=2' }
const targetUrl = 'https://site.test/old'

interface Row {
  check: string
  details?: Omit<IssueDetails, 'evidence'>
  evidence: Evidence[]
  example: FixExample | null
}

const rows: Row[] = [
  {
    check: 'image-alt-missing',
    evidence: [tags('Image', '<img src="a.png" />')],
    example: { before: '<img src="a.png" />', after: '<img src="a.png" alt="…" />' },
  },
  { check: 'image-alt-missing', evidence: [tags('Image', '<img src="a.png" title="cut…')], example: null },
  { check: 'image-alt-missing', evidence: [], example: null },
  {
    check: 'image-dimensions-missing',
    evidence: [tags('Image', '<img src="a.png" width=9>')],
    example: { before: '<img src="a.png" width=9>', after: '<img src="a.png" width=9 height="…">' },
  },
  {
    check: 'link-text-missing',
    evidence: [tags('Tag', '<a href="/b">')],
    example: { before: '<a href="/b">', after: '<a href="/b" aria-label="…">' },
  },
  {
    check: 'form-field-unlabelled',
    evidence: [tags('Tag', '<input name="q">')],
    example: { before: '<input name="q">', after: '<label>… <input name="q"></label>' },
  },
  {
    check: 'zoom-disabled',
    evidence: [code('<meta name="viewport" content="width=device-width, maximum-scale=1; user-scalable=no">')],
    example: {
      before: '<meta name="viewport" content="width=device-width, maximum-scale=1; user-scalable=no">',
      after: '<meta name="viewport" content="width=device-width">',
    },
  },
  {
    check: 'title-missing',
    details: { h1: 'Bread & "buns"' },
    evidence: [code('<head>\n<title>  </title>\n</head>')],
    example: { before: '<title>  </title>', after: '<title>Bread &amp; &quot;buns&quot;</title>' },
  },
  {
    check: 'title-missing',
    details: { h1: 'Bread' },
    evidence: [code('<head>\n</head>')],
    example: { before: '<head>', after: '<head>\n  <title>Bread</title>' },
  },
  { check: 'title-missing', details: { h1: '' }, evidence: [code('<head>')], example: null },
  {
    check: 'meta-description-missing',
    details: { title: 'Bread' },
    evidence: [code('<head>'), { kind: 'text', label: 'Suggestion', text: 'Fresh <b>' }],
    example: {
      before: '<title>Bread</title>',
      after: '<title>Bread</title>\n<meta name="description" content="Fresh &lt;b>">',
    },
  },
  {
    check: 'redirect-internal-link',
    details: { targetUrl },
    evidence: [final, linked('Rye')],
    example: { before: '<a href="/old">Rye</a>', after: '<a href="/new?a=1&amp;b=2">Rye</a>' },
  },
  { check: 'redirect-chain', details: { targetUrl }, evidence: [linked('Rye')], example: null },
  {
    check: 'canonical-to-redirect',
    details: { targetUrl: 'http://site.test/a' },
    evidence: [{ ...final, url: pageUrl }],
    example: {
      before: '<link rel="canonical" href="http://site.test/a">',
      after: '<link rel="canonical" href="https://site.test/a">',
    },
  },
  {
    check: 'hreflang-invalid',
    evidence: [
      {
        kind: 'table',
        label: 'Hreflang annotations',
        columns: ['hreflang', 'Did you mean'],
        rows: [
          ['xx', ''],
          ['en-UK', 'en-GB'],
        ],
      },
    ],
    example: { before: 'hreflang="en-UK"', after: 'hreflang="en-GB"' },
  },
  {
    check: 'hreflang-invalid',
    evidence: [{ kind: 'table', label: 'x', columns: ['hreflang', 'Did you mean'], rows: [['xx', '']] }, code('<a>')],
    example: null,
  },
  {
    check: 'robots-directive-unknown',
    evidence: [
      code('<meta>'),
      { kind: 'table', label: 'x', columns: ['Directive', 'Did you mean'], rows: [['no-index "x', 'noindex']] },
    ],
    example: { before: 'no-index &quot;x', after: 'noindex' },
  },
  {
    check: 'frame-title-missing',
    evidence: [code('<iframe src="/map">')],
    example: { before: '<iframe src="/map">', after: '<iframe src="/map" title="…">' },
  },
  { check: 'content-thin', evidence: [code('<p>')], example: null },
]

describe('ownExample()', () => {
  for (const { check, details, evidence, example } of rows)
    it(`of ${check}: ${example?.after ?? 'none'}`, () => {
      assert.ok(ourCatalogue.has(check))
      assert.deepEqual(ownExample({ checkId: check, pageUrl, details: { ...details, evidence } }), example)
    })
})
