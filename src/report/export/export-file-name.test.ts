import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { exportFileName } from './export-file-name.ts'

const startedMs = Date.UTC(2026, 0, 31, 23, 59)
const names: [string, string][] = [
  ['https://example.com/', 'sitesounder-example.com-links-2026-01-31.csv'],
  ['https://www.Example.com:8443/shop?x=1', 'sitesounder-www.example.com-8443-links-2026-01-31.csv'],
  ['https://bücher.example/', 'sitesounder-xn--bcher-kva.example-links-2026-01-31.csv'],
  ['http://[2001:db8::1]:8080/', 'sitesounder-2001-db8-1-8080-links-2026-01-31.csv'],
  ['http://..%2F/', 'sitesounder-website-links-2026-01-31.csv'],
  ['http://example.com./', 'sitesounder-example.com-links-2026-01-31.csv'],
  [
    `http://${'a'.repeat(60)}.${'b'.repeat(60)}/`,
    `sitesounder-${'a'.repeat(60)}.${'b'.repeat(39)}-links-2026-01-31.csv`,
  ],
]

describe('exportFileName()', () => {
  for (const [seedUrl, expected] of names)
    it(`names a file of ${seedUrl.slice(0, 40)}`, () => {
      const name = exportFileName({ seedUrl, startedMs, createdMs: 0 }, { part: 'links', extension: 'csv' })
      assert.equal(name, expected)
      assert.match(name, /^[A-Za-z0-9.-]+$/)
    })

  it('takes the day on which a crawl was asked for before it has started', () => {
    const crawl = { seedUrl: 'https://example.com/', startedMs: null, createdMs: startedMs }
    assert.match(exportFileName(crawl, { part: 'report', extension: 'json' }), /-report-2026-01-31\.json$/)
  })
})
