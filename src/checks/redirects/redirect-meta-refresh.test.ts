import type { RefreshFact } from '#shared/element-facts.ts'
import { causedBy } from '../test-evidence.ts'
import { testSiteCheck } from '../test-site-check.ts'
import type { TestPage } from '../test-site-facts.ts'
import { redirectMetaRefresh } from './redirect-meta-refresh.ts'

const page = 'https://site.test/page'
const target = 'https://site.test/new'
const refreshing = (changes: Partial<RefreshFact>, url = page): TestPage => ({
  url,
  facts: { refresh: { delay: 0, url: target, raw: '0; url=/new', source: 'tag', line: 4, ...changes } },
})
const details = { sourceUrl: page, targetUrl: target, ...causedBy(redirectMetaRefresh.id, 'tag 0; url') }
const moved = (count: number): TestPage[] =>
  Array.from({ length: count }, (_, index) =>
    refreshing({ url: `${target}/${index}`, raw: `0; url=/new/${index}` }, `${page}/${index}`),
  )
const table = (...row: string[]) => ({
  kind: 'table',
  label: 'Refresh',
  columns: ['Source', 'Delay in seconds', 'Target'],
  rows: [row],
})

testSiteCheck(redirectMetaRefresh, {
  passes: {
    'a page that reloads itself': { pages: [refreshing({ url: null, delay: 5 })] },
    'a refresh to its own URL': { pages: [refreshing({ url: page })] },
    'a delay of 11 seconds': { pages: [refreshing({ delay: 11 })] },
    'a bot protection page': {
      pages: [{ url: page, facts: { ...refreshing({}).facts, isBotChallenge: true } }],
    },
    'an endless reload and a page that leads into it': {
      pages: [refreshing({}), refreshing({ url: page }, target), refreshing({}, 'https://site.test/start')],
    },
  },
  fails: {
    'an instant refresh': {
      site: { pages: [refreshing({})] },
      finds: [
        {
          url: page,
          message: 'Meta refresh redirects to another URL after 0 s',
          details,
          evidence: [
            { kind: 'code', label: 'As written', code: '0; url=/new', line: 4 },
            table('meta tag', '0', target),
          ],
        },
      ],
    },
    'a delay of 10 seconds in the header': {
      site: { pages: [refreshing({ source: 'header', delay: 10, line: 0, raw: '10; url=/new' })] },
      finds: [
        {
          url: page,
          message: 'Refresh header redirects to another URL after 10 s',
          details: { ...details, ...causedBy(redirectMetaRefresh.id, 'header 10; url') },
          evidence: [
            { kind: 'code', label: 'As written', code: '10; url=/new' },
            table('Refresh header', '10', target),
          ],
        },
      ],
    },
    'two pages of one template, each for itself': {
      site: { pages: moved(2) },
      finds: [0, 1].map(index => ({
        url: `${page}/${index}`,
        message: 'Meta refresh redirects to another URL after 0 s',
        details: { ...details, sourceUrl: `${page}/${index}`, targetUrl: `${target}/${index}` },
        evidence: [
          { kind: 'code', label: 'As written', code: `0; url=/new/${index}`, line: 4 },
          table('meta tag', '0', `${target}/${index}`),
        ],
      })),
    },
    'three pages of one template once, and one that is written otherwise': {
      site: { pages: [...moved(3), refreshing({ raw: '0;URL=/new' })] },
      finds: [
        {
          url: `${page}/0`,
          message: `Meta refresh redirects to another URL after 0 s on 3 pages, such as ${page}/0`,
          affectedUrls: [0, 1, 2].map(index => `${page}/${index}`),
          details: { ...details, sourceUrl: `${page}/0`, targetUrl: `${target}/0` },
          evidence: [
            { kind: 'code', label: 'As written', code: '0; url=/new/0', line: 4 },
            {
              kind: 'table',
              label: 'Pages',
              columns: ['URL', 'Target'],
              rows: [0, 1, 2].map(index => [`${page}/${index}`, `${target}/${index}`]),
            },
          ],
        },
        {
          url: page,
          message: 'Meta refresh redirects to another URL after 0 s',
          details: { ...details, ...causedBy(redirectMetaRefresh.id, 'tag 0;URL') },
          evidence: [
            { kind: 'code', label: 'As written', code: '0;URL=/new', line: 4 },
            table('meta tag', '0', target),
          ],
        },
      ],
    },
  },
})
