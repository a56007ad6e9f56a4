import type { MarkupItemFact } from '#shared/element-facts.ts'
import { MAX_EVIDENCE_URLS } from '#shared/limits.ts'
import { listOf } from '../test-evidence.ts'
import { testSiteCheck } from '../test-site-check.ts'
import { gets, type TestPage } from '../test-site-facts.ts'
import { structuredDataBreadcrumbInvalid } from './structured-data-breadcrumb-invalid.ts'

const table = (label: string, ...rows: string[][]) => ({
  kind: 'table',
  label,
  columns: ['Position', 'Name', 'URL'],
  rows,
})
const home = 'https://site.test/'
const step = (position: number | string | null, item: unknown, name = 'Step') => ({
  '@type': 'ListItem',
  ...(position === null ? {} : { position }),
  name,
  ...(item === null ? {} : { item }),
})
const page = (path: string, ...itemListElement: unknown[]): TestPage => {
  const raw = JSON.stringify({ '@context': 'https://schema.org', '@type': 'BreadcrumbList', itemListElement })
  return {
    url: home + path,
    facts: { baseUrl: home, jsonLd: [{ raw, line: 4, error: null, types: ['BreadcrumbList'] }] },
  }
}
const inMicrodata = (path: string, ...itemListElement: unknown[]): TestPage => {
  const raw = JSON.stringify({ '@context': 'https://schema.org', '@type': 'BreadcrumbList', itemListElement })
  const types = ['BreadcrumbList', 'ListItem']
  const item: MarkupItemFact = { syntax: 'microdata', raw, types, path: 'body > ol', line: 4 }
  return { url: home + path, facts: { baseUrl: home, markupItems: [item] } }
}
/** Faulty twice on each page. */
const brokenPages = Array.from({ length: MAX_EVIDENCE_URLS + 2 }, (_, index) => {
  const { url, facts } = page(String(index), step(0, home))
  return { url, facts: { ...facts, jsonLd: [...(facts?.jsonLd ?? []), ...(facts?.jsonLd ?? [])] } }
})
const brokenUrls = brokenPages.slice(0, MAX_EVIDENCE_URLS).map(({ url }) => url)
/** Of item URLs that are looked up. */
const MAX_STEPS = 10_000
const stepsTo = (count: number, folder = 'steps') =>
  Array.from({ length: count }, (_, index) => step(index + 1, `${home}${folder}/${index}`))
/** Pages with as many different steps in all. */
const stepPages = (count: number) =>
  Array.from({ length: count / 100 }, (_, part) => page(`${part}`, ...stepsTo(100, `${part}`)))
const goneLink = { from: home, to: `${home}gone` }

testSiteCheck(structuredDataBreadcrumbInvalid, {
  passes: {
    'a list whose last step needs no URL': {
      pages: [page('a', step(1, home), step(2, `${home}b`), step(3, null))],
    },
    'positions as text and in another order': { pages: [page('a', step('2', null), step('1', home))] },
    'steps that are objects': { pages: [page('a', step(1, { '@id': home, name: 'Home' }), step(2, { url: '/b' }))] },
    'a misspelled position, which is reported as an unknown property': {
      pages: [page('a', { '@type': 'ListItem', postion: 1, name: 'Home', item: home }, step(2, null))],
    },
    'a list of URLs': { pages: [page('a', home, `${home}b`)] },
    'an empty list': { pages: [page('a')] },
    'a page without one': { pages: [{ url: home }] },
    'a step that was never requested': { pages: [page('a', step(1, `${home}unknown`), step(2, null))] },
    'a step that failed once': {
      pages: [page('a', step(1, `${home}gone`), step(2, null))],
      targets: [{ url: `${home}gone`, status: 404, attempts: gets(404) }],
    },
    'a gone page after as many steps as are looked up': {
      pages: [...stepPages(MAX_STEPS), page('z', step(1, '/gone'), step(2, null))],
      targets: [{ url: `${home}gone`, status: 404, attempts: gets(404, 404) }],
      links: [goneLink],
    },
  },
  fails: {
    'a gone page that is the last step that is looked up': {
      site: {
        pages: [...stepPages(MAX_STEPS - 100), page('y', ...stepsTo(99)), page('z', step(1, '/gone'), step(2, null))],
        targets: [{ url: `${home}gone`, status: 404, attempts: gets(404, 404) }],
        links: [goneLink],
      },
      finds: [
        {
          url: `${home}z`,
          message: `Breadcrumb structured data links to an error page: ${home}gone (on 1 page)`,
          details: { targetUrl: `${home}gone` },
          evidence: [
            table(`Breadcrumbs of ${home}z (JSON-LD)`, ['1', 'Step', '/gone'], ['2', 'Step', 'absent']),
            listOf('Pages', [`${home}z`]),
          ],
        },
      ],
    },
    'faults of more pages than are named, each counted once': {
      site: { pages: brokenPages },
      finds: [
        {
          url: `${home}0`,
          message: `Invalid breadcrumb structured data: positions start at 0 (on more than ${MAX_EVIDENCE_URLS} pages)`,
          affectedUrls: brokenUrls,
          affectedCount: brokenPages.length,
          evidence: [
            table(`Breadcrumbs of ${home}0 (JSON-LD)`, ['0', 'Step', home]),
            { ...listOf('Pages', brokenUrls), total: brokenPages.length },
          ],
        },
      ],
    },
    'positions from 0, told once for all pages': {
      site: { pages: [page('a', step(0, home), step(1, null)), page('b', step(0, home), step(1, null))] },
      finds: [
        {
          url: `${home}a`,
          severity: 'warning',
          message: 'Invalid breadcrumb structured data: positions start at 0 (on 2 pages)',
          affectedUrls: [`${home}a`, `${home}b`],
          evidence: [
            table('Breadcrumbs of https://site.test/a (JSON-LD)', ['0', 'Step', home], ['1', 'Step', 'absent']),
            listOf('Pages', ['https://site.test/a', 'https://site.test/b']),
          ],
        },
      ],
    },
    'a gap in Microdata': {
      site: { pages: [inMicrodata('a', step('1', home), step('3', null))] },
      finds: [
        {
          url: `${home}a`,
          message: 'Invalid breadcrumb structured data: positions are not numbered from 1 without gaps (on 1 page)',
          evidence: [
            table(`Breadcrumbs of ${home}a (Microdata)`, ['1', 'Step', home], ['3', 'Step', 'absent']),
            listOf('Pages', ['https://site.test/a']),
          ],
        },
      ],
    },
    'a gap': {
      site: { pages: [page('a', step(1, home), step(3, null))] },
      finds: [
        {
          url: `${home}a`,
          message: 'Invalid breadcrumb structured data: positions are not numbered from 1 without gaps (on 1 page)',
          evidence: [
            table('Breadcrumbs of https://site.test/a (JSON-LD)', ['1', 'Step', home], ['3', 'Step', 'absent']),
            listOf('Pages', ['https://site.test/a']),
          ],
        },
      ],
    },
    'a step without position': {
      site: { pages: [page('a', step(null, home))] },
      finds: [
        {
          url: `${home}a`,
          message: 'Invalid breadcrumb structured data: an item has no position (on 1 page)',
          evidence: [
            table('Breadcrumbs of https://site.test/a (JSON-LD)', ['', 'Step', home]),
            listOf('Pages', ['https://site.test/a']),
          ],
        },
      ],
    },
    'a step without URL': {
      site: { pages: [page('a', step(1, null), step(2, `${home}a`))] },
      finds: [
        {
          url: `${home}a`,
          message: 'Invalid breadcrumb structured data: an item before the last has no URL (on 1 page)',
          evidence: [
            table(
              'Breadcrumbs of https://site.test/a (JSON-LD)',
              ['1', 'Step', 'absent'],
              ['2', 'Step', 'https://site.test/a'],
            ),
            listOf('Pages', ['https://site.test/a']),
          ],
        },
      ],
    },
    'a step to a page that is gone': {
      site: {
        pages: [page('a', step(1, '/gone'), step(2, null))],
        targets: [{ url: `${home}gone`, status: 404, attempts: gets(404, 404) }],
        links: [goneLink],
      },
      finds: [
        {
          url: `${home}a`,
          message: `Breadcrumb structured data links to an error page: ${home}gone (on 1 page)`,
          details: { targetUrl: `${home}gone` },
          evidence: [
            table('Breadcrumbs of https://site.test/a (JSON-LD)', ['1', 'Step', '/gone'], ['2', 'Step', 'absent']),
            listOf('Pages', ['https://site.test/a']),
          ],
        },
      ],
    },
  },
})
