import type { FetchFailure } from '#shared/facts.ts'
import { testSiteCheck } from '../test-site-check.ts'
import { gets, hops } from '../test-site-facts.ts'
import { internalLinkNoResponse } from './internal-link-no-response.ts'

const url = 'https://www.site.test/'
const links = [{ from: 'https://site.test/a', to: url }]
const failing = (failure: FetchFailure, attempts = gets(null, null)) => ({
  targets: [{ url, failure, attempts, failureDetail: 'the resolver said so' }],
  links,
})

testSiteCheck(internalLinkNoResponse, {
  passes: {
    'an answer with an error status': { targets: [{ url, status: 500, attempts: gets(500, 500, 500) }], links },
    'an address that was refused for its own sake': failing('address-refused'),
    'an attempt that was broken off': failing('aborted'),
    'a page that only this crawler could not read': failing('unreadable'),
    'an answer that only this crawler could not decode': failing('undecodable'),
    'a loop, which the redirect checks report': failing('redirect-loop'),
    'a redirect to nowhere, which the redirect checks report': failing('bad-redirect'),
    'a redirect that ends in silence': {
      targets: [{ url, failure: 'refused', hops: hops([301], url, 'https://site.test/b'), attempts: gets(null, null) }],
      links,
    },
    'an address that answered in between': failing('timeout-total', gets(null, 200)),
    'silence of another site': {
      targets: [{ url: 'https://other.test/', failure: 'dns', attempts: gets(null, null) }],
      links: [{ from: 'https://site.test/a', to: 'https://other.test/' }],
    },
  },
  fails: {
    'a host name that does not exist': {
      site: failing('dns'),
      finds: [
        {
          url,
          severity: 'error',
          message: `Broken link: host name unknown: ${url} (linked from 1 page)`,
          evidence: [{ kind: 'text', text: 'the resolver said so' }],
        },
      ],
    },
    'a refused connection': { site: failing('refused'), finds: [{ url, severity: 'error' }] },
    'a failed handshake': { site: failing('tls'), finds: [{ url, severity: 'error' }] },
    'a slow answer, as a warning': { site: failing('timeout-first-byte'), finds: [{ url, severity: 'warning' }] },
    'an answer that is no HTTP, at the first attempt': {
      site: failing('not-http', gets(null)),
      finds: [{ url, severity: 'error' }],
    },
    'one attempt, as not verified': { site: failing('refused', gets(null)), finds: [{ url, severity: 'info' }] },
  },
})
