import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Indexability } from '#shared/indexability.ts'
import { indexabilityOf, ineligibleReason, isEligible } from './eligible.ts'
import { type FactOverrides, pageFactsWith, renderedWith } from './test-facts.ts'

const sendingOn = (delay: number, wordCount = 300): FactOverrides => ({
  refresh: { delay, url: 'https://example.com/b', raw: `${delay}; url=/b`, source: 'tag', line: 4 },
  content: { wordCount },
})

const eligible: [string, FactOverrides][] = [
  ['a healthy page', {}],
  ['a page that names itself as canonical', { canonicalUrl: 'https://example.com/page' }],
  ['a page that sends on after two seconds', sendingOn(2)],
  ['a page of 51 words that sends on after ten seconds', sendingOn(10, 51)],
  ['a page of a few words that sends on after eleven seconds', sendingOn(11, 50)],
  ['a long page about pages that are missing', { title: 'Page not found', content: { wordCount: 900 } }],
  ['XHTML', { response: { mediaType: 'application/xhtml+xml' } }],
  [
    'a local copy that names its public URL',
    { url: 'http://localhost:3000/page?a=1', isPrivateHost: true, canonicalUrl: 'https://example.com/page?a=1' },
  ],
]
for (const [name, facts] of eligible) {
  test(`isEligible() holds for ${name}`, () => assert.equal(isEligible(pageFactsWith(facts)), true))
}

const ineligible: [string, FactOverrides, string][] = [
  ['an error page', { response: { status: 404 } }, 'The page did not return HTML with status 200 (status 404)'],
  ['noindex', { isNoindex: true }, 'The page has noindex'],
  [
    'another slash in the canonical',
    { canonicalUrl: 'https://example.com/page/' },
    'The page is canonicalised to another URL',
  ],
  [
    'a public page with another host in its canonical',
    { canonicalUrl: 'https://example.org/page' },
    'The page is canonicalised to another URL',
  ],
  [
    'a local copy of which another page is the canonical',
    { url: 'http://localhost/b', isPrivateHost: true, canonicalUrl: 'https://example.com/a' },
    'The page is canonicalised to another URL',
  ],
  ['an instant refresh', sendingOn(0), 'The page redirects to another URL'],
  ['a refresh after a second', sendingOn(1), 'The page redirects to another URL'],
  ['a refresh after ten seconds and 50 words', sendingOn(10, 50), 'The page redirects to another URL'],
  [
    'a script that leads elsewhere',
    { rendering: renderedWith({ redirectUrl: 'https://example.com/b' }) },
    'The page redirects to another URL',
  ],
  ['a bot protection', { isBotChallenge: true }, 'A bot protection page was returned instead of the page'],
  ['an app shell', { isAppShell: true }, 'The page needs JavaScript and was not rendered'],
  [
    'an error message sent with 200',
    { title: 'Page not found – Chairs', content: { wordCount: 9 } },
    'The page looks like an error page',
  ],
  [
    'the error page of the site under its own URL',
    { url: 'https://site.test/404.html', title: 'Chairs: Page not found', content: { wordCount: 400 } },
    'The page is the error page of the site',
  ],
]
for (const [name, facts, reason] of ineligible) {
  test(`ineligibleReason() names ${name}`, () => assert.equal(ineligibleReason(pageFactsWith(facts)), reason))
}

const indexabilities: [string, FactOverrides, Indexability][] = [
  ['a healthy page', {}, 'indexable'],
  ['an error page', { response: { status: 404 } }, 'status'],
  ['another media type', { response: { mediaType: 'text/plain' } }, 'not-html'],
  ['a file sent as HTML', { fileFormat: 'PDF' }, 'not-html'],
  ['a bot protection', { isBotChallenge: true, isNoindex: true }, 'bot-protection'],
  ['noindex', { isNoindex: true, ...sendingOn(0) }, 'noindex'],
  ['an instant refresh', { ...sendingOn(1), canonicalUrl: 'https://example.com/b' }, 'redirect'],
  ['a slow refresh after a few words', sendingOn(10, 5), 'indexable'],
  ['another canonical', { canonicalUrl: 'https://example.com/b' }, 'canonicalised'],
]
for (const [name, facts, indexability] of indexabilities) {
  test(`indexabilityOf() says ${indexability} of ${name}`, () =>
    assert.equal(indexabilityOf(pageFactsWith(facts)), indexability))
}
