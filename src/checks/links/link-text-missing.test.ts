import { testCheck } from '../test-check.ts'
import { imageWith } from '../test-facts.ts'
import { linkTextMissing } from './link-text-missing.ts'

const nameless = { tag: '<a href="/cart">', url: 'https://example.com/cart', path: 'body > nav > a', line: 9 }

testCheck(linkTextMissing, {
  passes: {
    'an image link, which the image checks report': {
      images: [imageWith({ alt: '', soleContentOf: { element: 'link', url: 'https://example.com/cart' } })],
    },
    'a link that cannot be followed, which has its own check': {
      namelessLinks: [nameless],
      uncrawlableLinks: [{ ...nameless, text: '' }],
    },
    'a link with a malformed URL, which has its own check': {
      namelessLinks: [nameless],
      malformedLinks: [{ href: 'htp://a.test', why: 'misspelled-scheme', path: nameless.path, line: nameless.line }],
    },
    'a link that is a button, which the check of buttons reports': {
      namelessLinks: [nameless],
      namelessButtons: [nameless],
    },
  },
  fails: {
    'an empty link': {
      facts: { namelessLinks: [nameless] },
      finds: {
        severity: 'warning',
        message: '1 link without anchor text',
        details: { sourceUrl: 'https://example.com/page', referringSources: ['https://example.com/page'] },
        evidence: [
          {
            kind: 'table',
            label: 'Links without anchor text',
            columns: ['Tag', 'Target', 'Line', 'Element'],
            rows: [['<a href="/cart">', 'https://example.com/cart', '9', 'body > nav > a']],
          },
        ],
      },
    },
    'a link whose text is lost in a malformed tag, with its line': {
      facts: { namelessLinks: [{ ...nameless, swallowedBy: { tag: '<b class="x>', line: 10 } }] },
      finds: {
        message: '1 link without anchor text (lost in a malformed tag)',
        details: { sourceUrl: 'https://example.com/page', referringSources: ['https://example.com/page'] },
        evidence: [
          {
            kind: 'table',
            label: 'Links without anchor text',
            columns: ['Tag', 'Target', 'Line', 'Element'],
            rows: [['<a href="/cart">', 'https://example.com/cart', '9', 'body > nav > a']],
          },
          {
            kind: 'table',
            label: 'Nested, unclosed or malformed tags in which the text is lost',
            columns: ['Tag', 'Line', 'Target of the link'],
            rows: [['<b class="x>', '10', 'https://example.com/cart']],
          },
        ],
      },
    },
    'a link whose text is that of a link within it': {
      facts: { namelessLinks: [{ ...nameless, swallowedBy: { tag: '<a href="/tides">', line: 10 } }] },
      finds: {
        message: '1 link without anchor text (lost in a link within it)',
        details: { sourceUrl: 'https://example.com/page', referringSources: ['https://example.com/page'] },
        evidence: [
          {
            kind: 'table',
            label: 'Links without anchor text',
            columns: ['Tag', 'Target', 'Line', 'Element'],
            rows: [['<a href="/cart">', 'https://example.com/cart', '9', 'body > nav > a']],
          },
          {
            kind: 'table',
            label: 'Nested, unclosed or malformed tags in which the text is lost',
            columns: ['Tag', 'Line', 'Target of the link'],
            rows: [['<a href="/tides">', '10', 'https://example.com/cart']],
          },
        ],
      },
    },
    'a link whose own tag holds its text and its end': {
      facts: {
        namelessLinks: [{ ...nameless, swallowedBy: { tag: '<a href="/x>x</a> <a href="/tides">', line: 10 } }],
      },
      finds: {
        message: '1 link without anchor text (lost in a malformed tag)',
        details: { sourceUrl: 'https://example.com/page', referringSources: ['https://example.com/page'] },
        evidence: [
          {
            kind: 'table',
            label: 'Links without anchor text',
            columns: ['Tag', 'Target', 'Line', 'Element'],
            rows: [['<a href="/cart">', 'https://example.com/cart', '9', 'body > nav > a']],
          },
          {
            kind: 'table',
            label: 'Nested, unclosed or malformed tags in which the text is lost',
            columns: ['Tag', 'Line', 'Target of the link'],
            rows: [['<a href="/x>x</a> <a href="/tides">', '10', 'https://example.com/cart']],
          },
        ],
      },
    },
    'an empty link beside one that cannot be followed': {
      facts: { namelessLinks: [nameless], uncrawlableLinks: [{ ...nameless, text: '', line: 10 }] },
      finds: {
        message: '1 link without anchor text',
        details: { sourceUrl: 'https://example.com/page', referringSources: ['https://example.com/page'] },
        evidence: [
          {
            kind: 'table',
            label: 'Links without anchor text',
            columns: ['Tag', 'Target', 'Line', 'Element'],
            rows: [['<a href="/cart">', 'https://example.com/cart', '9', 'body > nav > a']],
          },
        ],
      },
    },
    'an empty link on a page that is not to be indexed': {
      facts: { isNoindex: true, namelessLinks: [nameless, nameless] },
      finds: {
        message: '2 links without anchor text',
        details: { sourceUrl: 'https://example.com/page', referringSources: ['https://example.com/page'] },
        evidence: [
          {
            kind: 'table',
            label: 'Links without anchor text',
            columns: ['Tag', 'Target', 'Line', 'Element'],
            rows: [
              ['<a href="/cart">', 'https://example.com/cart', '9', 'body > nav > a'],
              ['<a href="/cart">', 'https://example.com/cart', '9', 'body > nav > a'],
            ],
          },
        ],
      },
    },
  },
})
