import { testCheck } from '../test-check.ts'
import { listOf } from '../test-evidence.ts'
import { linkWith, renderedWith } from '../test-facts.ts'
import { pageDeadEnd } from './page-dead-end.ts'

testCheck(pageDeadEnd, {
  passes: {
    'one internal link among external ones': {
      links: [linkWith({ url: 'https://example.org/' }), linkWith({ url: 'https://www.example.com/' })],
    },
    'a link to a subdomain': { links: [linkWith({ url: 'https://shop.example.com/' })] },
    'an image map': { links: [linkWith({ kind: 'area' })] },
    'a nofollow for the whole page, which another check reports': {
      isNofollow: true,
      links: [linkWith({ isNofollow: true })],
    },
    'a website of one page': {
      isSeed: true,
      links: [linkWith({ url: 'https://example.com/page', fragment: 'prices' })],
    },
  },
  fails: {
    'external links only': {
      facts: { links: [linkWith({ url: 'https://example.org/' })] },
      finds: {
        severity: 'warning',
        message: 'Page without internal outlinks',
        details: { sourceUrl: 'https://example.com/page', referringSources: ['https://example.com/page'] },
        evidence: [listOf('Links on the page', ['https://example.org/'])],
      },
    },
    'links to itself and to its images only': {
      facts: {
        links: [
          linkWith({ url: 'https://example.com/page', fragment: 'top' }),
          linkWith({ kind: 'image', url: 'https://example.com/a.png' }),
        ],
      },
      finds: {
        message: 'Page without internal outlinks',
        details: { sourceUrl: 'https://example.com/page', referringSources: ['https://example.com/page'] },
        evidence: [listOf('Links on the page', [])],
      },
    },
    'a page whose menu a script may write': {
      facts: { links: [linkWith({ kind: 'script', url: 'https://example.com/menu.js' })] },
      finds: {
        message: 'Page without internal outlinks in the HTML source (scripts were not run)',
        details: { sourceUrl: 'https://example.com/page', referringSources: ['https://example.com/page'] },
        evidence: [listOf('Links on the page', [])],
      },
    },
    'the same page rendered': {
      facts: {
        links: [linkWith({ kind: 'script', url: 'https://example.com/menu.js' })],
        rendering: renderedWith(),
      },
      finds: {
        message: 'Page without internal outlinks',
        details: { sourceUrl: 'https://example.com/page', referringSources: ['https://example.com/page'] },
        evidence: [listOf('Links on the page', [])],
      },
    },
    'nofollow links only, on the start page too': {
      facts: { isSeed: true, links: [linkWith({ isNofollow: true, rel: ['nofollow'] })] },
      finds: {
        message: 'Page without internal outlinks (all internal links are nofollow)',
        details: { sourceUrl: 'https://example.com/page', referringSources: ['https://example.com/page'] },
        evidence: [listOf('Links on the page', ['https://example.com/other'])],
      },
    },
    'a page on a shared host that links to a neighbour': {
      facts: { url: 'https://one.github.io/a', links: [linkWith({ url: 'https://two.github.io/' })] },
      finds: {
        message: 'Page without internal outlinks',
        details: { sourceUrl: 'https://one.github.io/a', referringSources: ['https://one.github.io/a'] },
        evidence: [listOf('Links on the page', ['https://two.github.io/'])],
      },
    },
  },
  skips: {
    'an empty app shell': {
      facts: { links: [], isAppShell: true },
      reason: 'The page needs JavaScript and was not rendered',
    },
    'a page of frames': {
      facts: { links: [linkWith({ kind: 'frame', path: 'frameset > frame:nth-of-type(1)' })] },
      reason: 'The page only shows other pages in frames, which are checked instead',
    },
  },
})
