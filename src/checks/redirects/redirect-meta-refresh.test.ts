import type { RefreshFact } from '#shared/facts.ts'
import { testSiteCheck } from '../test-site-check.ts'
import type { TestPage } from '../test-site-facts.ts'
import { redirectMetaRefresh } from './redirect-meta-refresh.ts'

const page = 'https://site.test/page'
const target = 'https://site.test/new'
const refreshing = (changes: Partial<RefreshFact>, url = page): TestPage => ({
  url,
  facts: { refresh: { delay: 0, url: target, raw: '0; url=/new', source: 'tag', line: 4, ...changes } },
})
const details = { sourceUrl: page, targetUrl: target }
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
      site: { pages: [refreshing({ source: 'header', delay: 10, line: 0 })] },
      finds: [
        {
          url: page,
          message: 'Refresh header redirects to another URL after 10 s',
          details,
          evidence: [{ kind: 'code', label: 'As written', code: '0; url=/new' }, table('Refresh header', '10', target)],
        },
      ],
    },
  },
})
