import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type FactOverrides, pageFactsWith, renderedWith } from '#checks/test-facts.ts'
import type { CanonicalResponse } from '#shared/canonical.ts'
import { EXTRACTOR } from '#shared/stored-page.ts'
import type { PageRow } from '#store/store.ts'
import { factsNote, indexability } from './page-detail.ts'
import { columnsWith, pageRowWith } from './test-rows.ts'

const other = 'https://example.com/other'
const hop = { url: 'https://example.com/', status: 301, location: other, elapsedMs: 1 }
const noindex = (source: 'meta' | 'header') => ({
  isNoindex: true,
  robotsDirectives: [{ source, agent: 'robots', raw: 'noindex', tokens: ['noindex'], line: 3 }],
})

interface Known {
  row?: Partial<PageRow>
  facts?: FactOverrides | null
  canonical?: CanonicalResponse
}

const indexableWith = (canonicalUrl: string) =>
  ({ indexability: 'indexable', columns: columnsWith({ canonicalUrl }) }) as const

const cases: [string, Known, boolean, RegExp][] = [
  ['a page without fault', {}, true, /responds with status 200 and HTML/],
  ['its own canonical', { row: { columns: columnsWith({ canonicalUrl: 'https://example.com/' }) } }, true, /200/],
  ['another canonical', { row: { columns: columnsWith({ canonicalUrl: other }) } }, false, /canonical: .*other/],
  [
    'a canonical that redirects back',
    {
      row: indexableWith('https://example.com/?from=menu'),
      canonical: { finalUrl: 'https://example.com/', finalStatus: 200 },
    },
    true,
    /another form of its URL/,
  ],
  [
    'a canonical that returns an error',
    { row: indexableWith(other), canonical: { finalUrl: other, finalStatus: 404 } },
    true,
    /search engines ignore its canonical .*other, which they cannot fetch\.$/,
  ],
  ['a redirect', { row: { hops: [hop], finalUrl: other, statusCode: 301 }, facts: null }, false, /redirects \(301\)/],
  ['an error', { row: { statusCode: 404 } }, false, /status code is 404/],
  ['no response', { row: { statusCode: null, columns: null }, facts: null }, false, /no response/],
  ['a file', { row: { columns: null }, facts: null }, false, /no HTML/],
  ['a page that robots.txt closes', { row: { indexability: 'blocked' } }, false, /^robots.txt disallows it for Google/],
  ['a bot protection page', { row: { indexability: 'bot-protection' } }, false, /^A bot protection page was returned/],
  [
    'a page whose script leads on',
    { row: { indexability: 'redirect' }, facts: { rendering: renderedWith({ redirectUrl: other }) } },
    false,
    /^It leads at once to https:\/\/example\.com\/other, which/,
  ],
  [
    'a page whose script could not be run, with a refresh',
    {
      row: { indexability: 'redirect' },
      facts: {
        rendering: { isRendered: false, why: 'x' },
        refresh: { delay: 0, url: other, raw: '0', source: 'tag', line: 1 },
      },
    },
    false,
    /^It leads at once to https:\/\/example\.com\/other, which/,
  ],
  [
    'a page that leads to another',
    { row: { indexability: 'redirect' }, facts: null },
    false,
    /^It leads at once to another URL,/,
  ],
  [
    'a canonical that is another form of the URL, of a page without facts',
    {
      row: indexableWith('https://example.com/?from=menu'),
      facts: null,
      canonical: { finalUrl: 'https://example.com/', finalStatus: 200 },
    },
    true,
    /another form of its URL/,
  ],
  ['noindex', { row: { columns: columnsWith({ isNoindex: true }) }, facts: noindex('meta') }, false, /robots meta tag/],
  [
    'noindex by header',
    { row: { columns: columnsWith({ isNoindex: true }) }, facts: noindex('header') },
    false,
    /X-Robots-Tag/,
  ],
  ['an app shell', { facts: { isAppShell: true } }, true, /needs JavaScript .*still not show it/],
]

const notes: [string, extractor: number | null, hasFacts: boolean, note: RegExp][] = [
  ['a page of this version', EXTRACTOR, true, /^$/],
  [
    'a page that an earlier version checked',
    EXTRACTOR - 1,
    true,
    /^An earlier version of Sitesounder checked this page/,
  ],
  ['a page that cannot be extracted', EXTRACTOR, false, /cannot be read again/],
  ['what has no facts', null, false, /^$/],
]

describe('factsNote()', () => {
  for (const [name, extractor, hasFacts, note] of notes)
    it(`of ${name}`, () => assert.match(factsNote(extractor, hasFacts ? pageFactsWith() : null), note))
})

describe('indexability()', () => {
  for (const [name, { row, facts, canonical = null }, isIndexable, reason] of cases)
    it(`of ${name}`, () => {
      const stored = facts === null ? null : pageFactsWith(facts)
      const found = indexability(pageRowWith(row), { facts: stored, canonical })
      assert.equal(found.isIndexable, isIndexable)
      assert.match(found.reason, reason)
    })
})
