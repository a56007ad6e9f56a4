import { testSiteCheck } from '../test-site-check.ts'
import { gets, headThenGets, type TestTarget } from '../test-site-facts.ts'
import { externalLinkUnverifiable } from './external-link-unverifiable.ts'

const url = 'https://other.test/page'
const others = ['https://one.test/', 'https://two.test/']
const links = [url, ...others].map(to => ({ from: 'https://site.test/a', to }))
const answering = (status: number, more: Partial<TestTarget> = {}) => ({
  targets: [{ url, status, attempts: headThenGets(status, status, status), ...more }],
  links,
})
const dns = { failure: 'dns', attempts: gets(null, null) } as const

testSiteCheck(externalLinkUnverifiable, {
  passes: {
    'a page that answers': answering(200),
    'a page that is gone, which is reported as such': answering(404),
    'a page that answered GET in between': answering(404, { attempts: headThenGets(404, 200) }),
    'an address that may not be asked': { targets: [{ url, failure: 'address-refused' }], links },
    'an attempt that was broken off': { targets: [{ url, failure: 'aborted' }], links },
    'a host name that does not exist, which is reported as such': {
      targets: [{ url: 'https://one.test/' }, { url, ...dns }],
      links,
    },
    'a page of the site itself that is closed': {
      targets: [{ url: 'https://site.test/admin', status: 403, attempts: gets(403, 403) }],
      links: [{ from: 'https://site.test/a', to: 'https://site.test/admin' }],
    },
  },
  fails: {
    'a refusal': {
      site: answering(403),
      finds: [{ url, message: `Link could not be verified: 403 Forbidden: ${url} (linked from 1 page)` }],
    },
    'a request to slow down': { site: answering(429), finds: [{ url }] },
    'an error of a proxy in front of the site': { site: answering(522), finds: [{ url }] },
    'a status outside the standard': { site: answering(999), finds: [{ url }] },
    'a refused connection': {
      site: { targets: [{ url, failure: 'refused', attempts: gets(null, null, null) }], links },
      finds: [{ url, message: `Link could not be verified: connection refused: ${url} (linked from 1 page)` }],
    },
    'a challenge, whatever its status': {
      site: answering(200, { status: 404, isBotChallenge: true }),
      finds: [{ url, severity: 'info' }],
    },
    'a page that was found missing only once': {
      site: answering(404, { attempts: gets(404) }),
      finds: [{ url, severity: 'info' }],
    },
    'the silence of all other sites, as one finding about the network': {
      site: { targets: [url, ...others].map(target => ({ url: target, ...dns })), links },
      finds: [{ url, details: { sourceUrl: 'https://site.test/a' }, evidence: [{ kind: 'urls', total: 3 }] }],
    },
    'one name that does not resolve, when the site itself is on a private address': {
      site: { crawl: { isPrivateHost: true }, targets: [{ url, ...dns }], links },
      finds: [{ url }],
    },
  },
})
