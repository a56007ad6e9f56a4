import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, it } from 'node:test'
import type { IssueDetails } from '#shared/model.ts'
import { findingIdentity, THING_COLUMNS } from './finding-identity.ts'

const home = 'https://example.com/'

interface Given {
  seedUrl?: string
  check?: string
  page?: string
  details?: IssueDetails
}

function identity({ seedUrl = home, check = 'a-check', page = `${home}a`, details = { evidence: [] } }: Given = {}) {
  return findingIdentity({ seedUrl, finding: { check, pageUrl: page, details } })
}

const target = (url: string): IssueDetails => ({ targetUrl: url, evidence: [] })
const table = (column: string, cells: string[]): IssueDetails => ({
  evidence: [
    { kind: 'table', label: 'A table', columns: ['Line', column], rows: cells.map((cell, i) => [`${i}`, cell]) },
  ],
})
const images = (...srcs: string[]): IssueDetails => ({
  imageData: srcs.map(src => ({ src, issue: 'missing', isLarge: false, fileSize: null })),
  evidence: [],
})

const same: [string, Given, Given][] = [
  [
    'another port',
    { page: `${home}a?x=1` },
    { seedUrl: 'http://127.0.0.1:8080/', page: 'http://127.0.0.1:8080/a?x=1' },
  ],
  ['another host', {}, { seedUrl: 'https://staging.example/start', page: 'https://staging.example/a' }],
  ['with www', {}, { page: 'https://www.example.com/a' }],
  [
    'links to the site on another host',
    { details: target(`${home}gone#part`) },
    { seedUrl: 'http://b.test/', page: 'http://b.test/a', details: target('http://b.test/gone#part') },
  ],
  ['another order of its things', { details: images('/1', '/2') }, { details: images('/2', '/1', '/1') }],
  ['another number against caches', { details: images('/1.png?v=1') }, { details: images('/1.png?v=2#x') }],
  [
    'another way of being named',
    { details: { ...target(`${home}gone`), referringSources: [home], statusCode: 404 } },
    {
      details: {
        ...target(`${home}gone`),
        sourceUrl: `${home}b`,
        statusCode: 410,
        evidence: [
          { kind: 'attempts', label: 'Attempts', attempts: [{ atMs: 9, method: 'GET', status: 410, failure: null }] },
          { kind: 'code', label: 'Head', code: '<script src=/app.9f3c.js>', line: 7 },
        ],
      },
    },
  ],
  ['other lines of a table', { details: table('Target', ['/a', '/b']) }, { details: table('Target', ['/b', '/a']) }],
  ['other texts of a table', { details: table('Text', ['one']) }, { details: table('Text', ['two']) }],
  [
    'another page of a group of duplicates in front',
    { details: { duplicateUrls: [home, `${home}b`], evidence: [] } },
    { page: `${home}b`, details: { duplicateUrls: [`${home}b`, home], evidence: [] } },
  ],
]

const different: [string, Given, Given][] = [
  ['another check', {}, { check: 'another-check' }],
  ['another page', {}, { page: `${home}b` }],
  ['another query', { page: `${home}a?x=1` }, { page: `${home}a?x=2` }],
  ['another target', { details: target(`${home}x`) }, { details: target(`${home}y`) }],
  ['another fragment', { details: target(`${home}x#1`) }, { details: target(`${home}x#2`) }],
  ['another host beyond the site', { details: target('https://x.test/1') }, { details: target('https://y.test/1') }],
  ['one image more', { details: images('/1') }, { details: images('/1', '/2') }],
  ['one listed file more', { details: table('File', ['/1']) }, { details: table('File', ['/1', '/2']) }],
]

describe('findingIdentity()', () => {
  for (const [name, one, other] of same) {
    it(`is the same with ${name}`, () => assert.deepEqual(identity(one), identity(other)))
  }
  for (const [name, one, other] of different) {
    it(`differs with ${name}`, () => assert.notEqual(identity(one).fingerprint, identity(other).fingerprint))
  }

  it('is the same in every version: a change makes all findings of earlier reports new ones', () => {
    assert.deepEqual(identity({ details: target(`${home}gone`) }), {
      fingerprint: 'ec36d1e04785941f48272f3ec783d3b8',
      parts: ['ec36d1e04785941f48272f3ec783d3b8'],
      isList: false,
    })
  })

  it('keeps the parts of what is left when a finding has lost some of its things', () => {
    const before = identity({ details: images('/1', '/2') }).parts
    assert.ok(identity({ details: images('/2') }).parts.every(part => before.includes(part)))
    assert.ok(!identity({ details: images('/2', '/3') }).parts.every(part => before.includes(part)))
  })

  it('does not choke on what is no URL', () => {
    for (const page of ['', 'http://', '\ud800', 'x'.repeat(100_000)])
      assert.match(identity({ page }).fingerprint, /^[0-9a-f]{32}$/)
  })

  it('knows columns that checks have', () => {
    const folder = path.join(import.meta.dirname, '..', 'checks')
    const sources = globSync('*/*.ts', { cwd: folder }).map(file => readFileSync(path.join(folder, file), 'utf8'))
    for (const column of THING_COLUMNS) {
      const pattern = new RegExp(`columns: \\[.*'${column}'`)
      assert.ok(
        sources.some(source => pattern.test(source)),
        column,
      )
    }
  })
})
