import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { factsOf } from '#extract/test-facts.ts'

/**
 * What pages say to crawlers, by Google's "Robots meta tag, data-nosnippet, and X-Robots-Tag specifications" and "Qualify
 * outbound links": indexability is checked for Googlebot, whatever other crawlers get.
 */
type Directives = 'both' | 'noindex' | 'nofollow' | 'neither'

const meta = (content: string, name = 'robots') => `<meta name="${name}" content="${content}">`

const rows: [what: string, markup: string, headers: string[], result: Directives][] = [
  ['all', meta('all'), [], 'neither'],
  ['index, follow', meta('index, follow'), [], 'neither'],
  ['noindex', meta('noindex'), [], 'noindex'],
  ['nofollow', meta('nofollow'), [], 'nofollow'],
  ['none', meta('none'), [], 'both'],
  ['any letter case', meta('NoIndex', 'ROBOTS'), [], 'noindex'],
  ['no blank after the comma', meta('noindex,nofollow'), [], 'both'],
  ['blanks and line ends', meta('\n noindex \t,\n nofollow '), [], 'both'],
  ['a comma at the end', meta('noindex,'), [], 'noindex'],
  ['conflicting words, the stricter one', meta('index, noindex'), [], 'noindex'],
  ['two elements add up', meta('noindex') + meta('nofollow'), [], 'both'],
  ['without commas it is one unknown word', meta('noindex nofollow'), [], 'neither'],
  ['an unknown word beside a known one', meta('noodp, noindex'), [], 'noindex'],
  ['an empty content', meta(''), [], 'neither'],
  ['no content at all', '<meta name=robots>', [], 'neither'],
  ['for Googlebot', meta('noindex', 'googlebot'), [], 'noindex'],
  ['for Googlebot in any letter case', meta('none', 'GoogleBot'), [], 'both'],
  ['for Google’s news', meta('noindex', 'googlebot-news'), [], 'neither'],
  ['for another crawler', meta('noindex', 'bingbot'), [], 'neither'],
  ['for all and for Googlebot add up', meta('nofollow') + meta('noindex', 'googlebot'), [], 'both'],
  ['max-snippet', meta('max-snippet:-1, max-image-preview:large, max-video-preview:0'), [], 'neither'],
  ['max-snippet beside noindex', meta('max-snippet: 0, noindex'), [], 'noindex'],
  ['unavailable_after', meta('unavailable_after: 2020-09-21'), [], 'neither'],
  [
    'unavailable_after with a comma, then noindex',
    meta('unavailable_after: Wed, 25 Jun 2030 15:00:00 PST, noindex'),
    [],
    'noindex',
  ],
  ['as property it is no robots element', '<meta property=robots content=noindex>', [], 'neither'],
  ['as http-equiv it is none', '<meta http-equiv=robots content=noindex>', [], 'neither'],
  ['within a template it is not in the document', `<template>${meta('noindex')}</template>`, [], 'neither'],
  ['in text it is none', `<title>${meta('noindex')}</title>`, [], 'neither'],
  ['a header', '', ['noindex'], 'noindex'],
  ['a header with several', '', ['noarchive, nofollow, noindex'], 'both'],
  ['two headers', '', ['noindex', 'nofollow'], 'both'],
  ['a header for Googlebot', '', ['googlebot: nofollow'], 'nofollow'],
  ['a header for another crawler', '', ['otherbot: noindex, nofollow'], 'neither'],
  ['a header for two crawlers', '', ['googlebot: nofollow', 'otherbot: noindex'], 'nofollow'],
  ['a header for our own name', '', ['sitesounder: noindex'], 'neither'],
  ['a header that turns to Googlebot', '', ['otherbot: noindex, googlebot: nofollow'], 'nofollow'],
  ['a header with a date', '', ['unavailable_after: 25 Jun 2010 15:00:00 PST'], 'neither'],
  ['a header with a date and more', '', ['unavailable_after: Wed, 25 Jun 2010 15:00:00 PST, noindex'], 'noindex'],
  ['a header with max-snippet', '', ['max-snippet: 20, nofollow'], 'nofollow'],
  ['header and element add up', meta('nofollow'), ['noindex'], 'both'],
  ['the element takes nothing back', meta('index'), ['noindex'], 'noindex'],
]

function resultOf({ isNoindex, isNofollow }: { isNoindex: boolean; isNofollow: boolean }): Directives {
  if (isNoindex) return isNofollow ? 'both' : 'noindex'
  return isNofollow ? 'nofollow' : 'neither'
}

describe('meta robots and X-Robots-Tag', () => {
  for (const [what, markup, headers, result] of rows) {
    test(`${what}: ${result}`, () => {
      const named = headers.map((value): [string, string] => ['x-robots-tag', value])
      const facts = factsOf(`<!doctype html><html><head>${markup}</head><body>`, {
        headers: [['content-type', 'text/html'], ...named],
      })
      assert.equal(resultOf(facts), result)
    })
  }
})

const links: [rel: string, page: string, isNofollow: boolean][] = [
  ['', '', false],
  ['nofollow', '', true],
  ['NoFollow', '', true],
  ['ugc', '', true],
  ['sponsored', '', true],
  ['noopener nofollow', '', true],
  ['noopener\tUGC', '', true],
  ['noopener,nofollow', '', false],
  ['follow', '', false],
  ['nofollows', '', false],
  ['', meta('nofollow'), true],
  ['', meta('none'), true],
  ['', meta('nofollow', 'googlebot'), true],
  ['', meta('nofollow', 'bingbot'), false],
]

describe('rel of links', () => {
  for (const [rel, page, isNofollow] of links) {
    test(`rel="${rel}"${page === '' ? '' : ` on a page with ${page}`}: ${isNofollow ? 'not followed' : 'followed'}`, () => {
      const { links: found } = factsOf(`<head>${page}</head><body><a href=/x rel="${rel}">text</a>`)
      assert.deepEqual(
        found.map(link => link.isNofollow),
        [isNofollow],
      )
    })
  }
})
