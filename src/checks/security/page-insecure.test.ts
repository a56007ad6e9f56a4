import { listOf } from '../test-evidence.ts'
import { testSiteCheck } from '../test-site-check.ts'
import { pageInsecure } from './page-insecure.ts'

const pages = (...urls: string[]) => ({ pages: urls.map(url => ({ url })) })

testSiteCheck(pageInsecure, {
  passes: {
    'pages over https': pages('https://site.test/', 'https://site.test/http:/'),
    'a site without pages': pages(),
  },
  fails: {
    'pages over http, as one error of their host': {
      site: pages('http://site.test/', 'https://site.test/a', 'http://site.test/b', 'http://site.test/c'),
      finds: [
        {
          url: 'http://site.test/',
          severity: 'error',
          message: 'Pages not served over HTTPS: 3 pages of site.test',
          affectedUrls: ['http://site.test/', 'http://site.test/b', 'http://site.test/c'],
          isHostWide: true,
          evidence: [listOf('Pages', ['http://site.test/', 'http://site.test/b', 'http://site.test/c'])],
        },
      ],
    },
    'pages of several hosts': {
      site: pages('http://site.test/', 'http://www.site.test/a'),
      finds: [
        {
          url: 'http://site.test/',
          message: 'Pages not served over HTTPS: 1 page of site.test',
          isHostWide: true,
          evidence: [listOf('Pages', ['http://site.test/'])],
        },
        {
          url: 'http://www.site.test/a',
          message: 'Pages not served over HTTPS: 1 page of www.site.test',
          isHostWide: true,
          evidence: [listOf('Pages', ['http://www.site.test/a'])],
        },
      ],
    },
  },
  skips: {
    'a private host': {
      site: { ...pages('http://site.test/'), crawl: { isPrivateHost: true } },
      reason: 'The site was crawled on a private host, which needs no certificate.',
    },
  },
})
