import { testSiteCheck } from '../test-site-check.ts'
import { gets, hops, type TestSite } from '../test-site-facts.ts'
import { redirectTemporary } from './redirect-temporary.ts'

const url = 'https://site.test/sale'
const redirecting = (to: string, from = url, status = 302): TestSite => ({
  targets: [{ url: from, hops: hops([status], from, to), attempts: gets(200, 200) }],
  links: [{ from: 'https://site.test/a', to: from }],
})

testSiteCheck(redirectTemporary, {
  passes: {
    'a permanent redirect': redirecting('https://site.test/offers', url, 301),
    'a redirect to a login': redirecting('https://site.test/users/sign-in?next=/sale'),
    'a login that leads on': redirecting('https://site.test/', 'https://site.test/oauth2/start'),
    'a redirect to the cart': redirecting('https://site.test/shop/cart'),
    'a redirect to the language of the visitor': redirecting('https://site.test/en/', 'https://site.test/'),
    'a redirect to the region of the visitor': redirecting('https://site.test/pt-br/sale'),
    'a chain': {
      targets: [{ url, hops: hops([302, 302], url, 'https://site.test/b', 'https://site.test/c') }],
      links: [{ from: 'https://site.test/a', to: url }],
    },
    'a step from https to http': redirecting('http://site.test/sale'),
  },
  fails: {
    'a temporary redirect': {
      site: redirecting('https://site.test/offers'),
      finds: [
        {
          url,
          severity: 'warning',
          message: `302 redirect: ${url} leads to https://site.test/offers for the time being (linked from 1 page)`,
          details: { statusCode: 302 },
        },
      ],
    },
    'a redirect that names its own number': {
      site: redirecting('https://site.test/offers', url, 307),
      finds: [{ url, details: { statusCode: 307 } }],
    },
    'a path that only contains the letters of a session word': {
      site: redirecting('https://site.test/authors/cartwright'),
      finds: [{ url }],
    },
  },
})
