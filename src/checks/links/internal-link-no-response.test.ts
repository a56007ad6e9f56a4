import type { FetchFailure } from '#shared/fetch-failures.ts'
import { namedOn, referredBy } from '../test-evidence.ts'
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
    'a response with an error status': { targets: [{ url, status: 500, attempts: gets(500, 500, 500) }], links },
    'a URL that was refused for its own sake': failing('address-refused'),
    'an attempt that was broken off': failing('aborted'),
    'a certificate that is reported for its host': {
      ...failing('certificate'),
      crawl: {
        certificates: [
          { origin: 'https://www.site.test', problem: 'expired', facts: null, detail: 'it expired', checkedAtMs: 0 },
        ],
      },
    },
    'a loop, which the redirect checks report': failing('redirect-loop'),
    'a redirect to nowhere, which the redirect checks report': failing('bad-redirect'),
    'a redirect that ends in silence': {
      targets: [{ url, failure: 'refused', hops: hops([301], url, 'https://site.test/b'), attempts: gets(null, null) }],
      links,
    },
    'a URL that responded in between': failing('timeout-total', gets(null, 200)),
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
          message: `Broken link: host name not found (DNS): ${url} (linked from 1 page)`,
          affectedUrls: ['https://site.test/a'],
          details: { ...referredBy(['https://site.test/a']), targetUrl: url },
          evidence: [
            { kind: 'text', label: 'Connection error', text: 'the resolver said so' },
            {
              kind: 'attempts',
              label: 'Attempts',
              attempts: [
                { atMs: 0, method: 'GET', status: null, failure: 'dns' },
                { atMs: 2000, method: 'GET', status: null, failure: 'dns' },
              ],
            },
            namedOn('https://site.test/a'),
          ],
        },
      ],
    },
    'a name server that fails, as a warning': {
      site: failing('dns-server-failure'),
      finds: [
        {
          url,
          severity: 'warning',
          message: 'Broken link: DNS server failure: https://www.site.test/ (linked from 1 page)',
          affectedUrls: ['https://site.test/a'],
          details: { ...referredBy(['https://site.test/a']), targetUrl: url },
          evidence: [
            { kind: 'text', label: 'Connection error', text: 'the resolver said so' },
            {
              kind: 'attempts',
              label: 'Attempts',
              attempts: [
                { atMs: 0, method: 'GET', status: null, failure: 'dns' },
                { atMs: 2000, method: 'GET', status: null, failure: 'dns' },
              ],
            },
            namedOn('https://site.test/a'),
          ],
        },
      ],
    },
    'a refused connection': {
      site: failing('refused'),
      finds: [
        {
          url,
          severity: 'error',
          message: 'Broken link: connection refused: https://www.site.test/ (linked from 1 page)',
          affectedUrls: ['https://site.test/a'],
          details: { ...referredBy(['https://site.test/a']), targetUrl: url },
          evidence: [
            { kind: 'text', label: 'Connection error', text: 'the resolver said so' },
            {
              kind: 'attempts',
              label: 'Attempts',
              attempts: [
                { atMs: 0, method: 'GET', status: null, failure: 'dns' },
                { atMs: 2000, method: 'GET', status: null, failure: 'dns' },
              ],
            },
            namedOn('https://site.test/a'),
          ],
        },
      ],
    },
    'a certificate of another own host': {
      site: failing('certificate'),
      finds: [
        {
          url,
          severity: 'error',
          message: `Broken link: certificate not trusted: ${url} (linked from 1 page)`,
          affectedUrls: ['https://site.test/a'],
          details: { ...referredBy(['https://site.test/a']), targetUrl: url },
          evidence: [
            { kind: 'text', label: 'Connection error', text: 'the resolver said so' },
            {
              kind: 'attempts',
              label: 'Attempts',
              attempts: [
                { atMs: 0, method: 'GET', status: null, failure: 'dns' },
                { atMs: 2000, method: 'GET', status: null, failure: 'dns' },
              ],
            },
            namedOn('https://site.test/a'),
          ],
        },
      ],
    },
    'a response that cannot be decoded, requested twice': {
      site: failing('undecodable'),
      finds: [
        {
          url,
          severity: 'error',
          message: `Broken link: response cannot be decoded: ${url} (linked from 1 page)`,
          affectedUrls: ['https://site.test/a'],
          details: { ...referredBy(['https://site.test/a']), targetUrl: url },
          evidence: [
            { kind: 'text', label: 'Connection error', text: 'the resolver said so' },
            {
              kind: 'attempts',
              label: 'Attempts',
              attempts: [
                { atMs: 0, method: 'GET', status: null, failure: 'dns' },
                { atMs: 2000, method: 'GET', status: null, failure: 'dns' },
              ],
            },
            namedOn('https://site.test/a'),
          ],
        },
      ],
    },
    'headers that are larger than crawlers read, as a warning': {
      site: failing('headers-too-large', gets(null)),
      finds: [
        {
          url,
          severity: 'warning',
          message: `Link could not be verified: response headers too large: ${url} (linked from 1 page)`,
          affectedUrls: ['https://site.test/a'],
          details: { ...referredBy(['https://site.test/a']), targetUrl: url },
          evidence: [
            { kind: 'text', label: 'Connection error', text: 'the resolver said so' },
            {
              kind: 'attempts',
              label: 'Attempts',
              attempts: [{ atMs: 0, method: 'GET', status: null, failure: 'dns' }],
            },
            namedOn('https://site.test/a'),
          ],
        },
      ],
    },
    'a page that was too heavy to be read, to be looked at': {
      site: failing('unreadable', gets(null)),
      finds: [
        {
          url,
          severity: 'info',
          message: 'Link could not be verified: page too large to parse: https://www.site.test/ (linked from 1 page)',
          affectedUrls: ['https://site.test/a'],
          details: { ...referredBy(['https://site.test/a']), targetUrl: url },
          evidence: [
            { kind: 'text', label: 'Connection error', text: 'the resolver said so' },
            {
              kind: 'attempts',
              label: 'Attempts',
              attempts: [{ atMs: 0, method: 'GET', status: null, failure: 'dns' }],
            },
            namedOn('https://site.test/a'),
          ],
        },
      ],
    },
    'a failed handshake': {
      site: failing('tls'),
      finds: [
        {
          url,
          severity: 'error',
          message: 'Broken link: TLS handshake failed: https://www.site.test/ (linked from 1 page)',
          affectedUrls: ['https://site.test/a'],
          details: { ...referredBy(['https://site.test/a']), targetUrl: url },
          evidence: [
            { kind: 'text', label: 'Connection error', text: 'the resolver said so' },
            {
              kind: 'attempts',
              label: 'Attempts',
              attempts: [
                { atMs: 0, method: 'GET', status: null, failure: 'dns' },
                { atMs: 2000, method: 'GET', status: null, failure: 'dns' },
              ],
            },
            namedOn('https://site.test/a'),
          ],
        },
      ],
    },
    'a slow response, as a warning': {
      site: failing('timeout-first-byte'),
      finds: [
        {
          url,
          severity: 'warning',
          message: 'Broken link: no response in time: https://www.site.test/ (linked from 1 page)',
          affectedUrls: ['https://site.test/a'],
          details: { ...referredBy(['https://site.test/a']), targetUrl: url },
          evidence: [
            { kind: 'text', label: 'Connection error', text: 'the resolver said so' },
            {
              kind: 'attempts',
              label: 'Attempts',
              attempts: [
                { atMs: 0, method: 'GET', status: null, failure: 'dns' },
                { atMs: 2000, method: 'GET', status: null, failure: 'dns' },
              ],
            },
            namedOn('https://site.test/a'),
          ],
        },
      ],
    },
    'a response that is no HTTP, at the first attempt': {
      site: failing('not-http', gets(null)),
      finds: [
        {
          url,
          severity: 'error',
          message: 'Broken link: response is not HTTP: https://www.site.test/ (linked from 1 page)',
          affectedUrls: ['https://site.test/a'],
          details: { ...referredBy(['https://site.test/a']), targetUrl: url },
          evidence: [
            { kind: 'text', label: 'Connection error', text: 'the resolver said so' },
            {
              kind: 'attempts',
              label: 'Attempts',
              attempts: [{ atMs: 0, method: 'GET', status: null, failure: 'dns' }],
            },
            namedOn('https://site.test/a'),
          ],
        },
      ],
    },
    'one attempt, as not verified': {
      site: failing('refused', gets(null)),
      finds: [
        {
          url,
          severity: 'info',
          message:
            'Link could not be verified: connection refused on 1 attempt: https://www.site.test/ (linked from 1 page)',
          affectedUrls: ['https://site.test/a'],
          details: { ...referredBy(['https://site.test/a']), targetUrl: url },
          evidence: [
            { kind: 'text', label: 'Connection error', text: 'the resolver said so' },
            {
              kind: 'attempts',
              label: 'Attempts',
              attempts: [{ atMs: 0, method: 'GET', status: null, failure: 'dns' }],
            },
            namedOn('https://site.test/a'),
          ],
        },
      ],
    },
  },
})
