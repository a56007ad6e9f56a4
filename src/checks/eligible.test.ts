import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ineligibleReason, isEligible } from './eligible.ts'
import { type FactOverrides, pageFactsWith, renderedWith } from './test-facts.ts'

const eligible: [string, FactOverrides][] = [
  ['a healthy page', {}],
  ['a page that names itself as canonical', { canonicalUrl: 'https://example.com/page' }],
  [
    'a page that sends on after five seconds',
    { refresh: { delay: 5, url: 'https://example.com/b', raw: '5; url=/b', source: 'tag', line: 4 } },
  ],
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
  [
    'an instant refresh',
    { refresh: { delay: 0, url: 'https://example.com/b', raw: '0; url=/b', source: 'tag', line: 4 } },
    'The page redirects to another URL',
  ],
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
