import { testCheck } from '../test-check.ts'
import { imageWith } from '../test-facts.ts'
import { linkTextMissing } from './link-text-missing.ts'

const nameless = { tag: '<a href="/cart">', url: 'https://example.com/cart', path: 'body > nav > a', line: 9 }
const imageIn = (path: string, isDecorative = false) =>
  imageWith({ alt: '', isDecorative, path, soleContentOf: { element: 'link', url: nameless.url } })

testCheck(linkTextMissing, {
  passes: {
    'an image link, which the image checks report': {
      namelessLinks: [nameless],
      images: [imageIn('body > nav > a > span > img')],
    },
  },
  fails: {
    'an empty link': {
      facts: { namelessLinks: [nameless] },
      finds: {
        severity: 'warning',
        message: '1 link without text',
        details: { sourceUrl: 'https://example.com/page', referringSources: ['https://example.com/page'] },
        evidence: [
          { kind: 'table', rows: [['<a href="/cart">', 'https://example.com/cart', '9', 'body > nav > a']] },
        ],
      },
    },
    'an image link whose image no other check reports': {
      facts: { namelessLinks: [nameless], images: [imageIn('body > nav > a > img', true)] },
      finds: {},
    },
    'a link beside an image link': {
      facts: {
        namelessLinks: [nameless, { ...nameless, path: 'body > nav > a:nth-of-type(2)' }],
        images: [imageIn('body > nav > a:nth-of-type(2) > img')],
      },
      finds: { message: '1 link without text' },
    },
  },
})
