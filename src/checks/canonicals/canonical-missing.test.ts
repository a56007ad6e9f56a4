import { listOf } from '../test-evidence.ts'
import { testSiteCheck } from '../test-site-check.ts'
import { canonicalMissing } from './canonical-missing.ts'

const url = 'https://site.test/chairs'
const title = 'Chairs'

testSiteCheck(canonicalMissing, {
  passes: {
    'a page with one URL': {
      pages: [
        { url, title },
        { url: 'https://site.test/tables', title },
      ],
    },
    'URL variants of which one has a canonical': {
      pages: [
        { url, title, canonicalUrl: url },
        { url: `${url}/`, title },
      ],
    },
    'equal text, which duplicate-url-variants reports': {
      pages: [
        { url, title, textHash: 'same' },
        { url: `${url}/`, title, textHash: 'same' },
      ],
    },
    'another page behind the other variant': {
      pages: [
        { url, title },
        { url: `${url}/`, title: 'All chairs' },
      ],
    },
    'parameters that choose what is shown': {
      pages: [
        { url, title },
        { url: `${url}?colour=red`, title },
      ],
    },
  },
  fails: {
    'the URL that most pages link to, which is named': {
      site: {
        pages: [
          { url: `${url}?utm_source=mail`, title, inlinkCount: 1 },
          { url, title, inlinkCount: 2 },
        ],
      },
      finds: [
        {
          url,
          message: 'Missing canonical: https://site.test/chairs is available under 2 URLs without a canonical',
          affectedUrls: [`${url}?utm_source=mail`, url],
          evidence: [
            listOf('URLs of the page', ['https://site.test/chairs?utm_source=mail', url]),
            { kind: 'text', label: 'Difference', text: 'tracking parameters' },
          ],
        },
      ],
    },
    'a page whose text changes and whose URL varies': {
      site: {
        pages: [
          { url, title },
          { url: `${url}/?utm_source=mail`, title },
        ],
      },
      finds: [
        {
          url,
          severity: 'info',
          message: `Missing canonical: ${url} is available under 2 URLs without a canonical`,
          affectedUrls: [url, `${url}/?utm_source=mail`],
          evidence: [
            listOf('URLs of the page', [url, 'https://site.test/chairs/?utm_source=mail']),
            { kind: 'text', label: 'Difference', text: 'trailing slash, tracking parameters' },
          ],
        },
      ],
    },
  },
})
