import type { LlmsFileFacts, LlmsLink } from '#shared/host-facts.ts'
import type { RandomUrlResponse } from '#shared/site-facts.ts'
import { testSiteCheck } from '../test-site-check.ts'
import { llmsTxtInvalid } from './llms-txt-invalid.ts'

const url = 'https://site.test/llms.txt'
const file = (changes: Partial<LlmsFileFacts> = {}) => ({
  crawl: {
    llmsFile: {
      url,
      status: 200,
      mediaType: 'text/plain',
      isBotChallenge: false,
      isHtml: false,
      characters: 200,
      hasTitle: true,
      totalLinks: 3,
      start: '# Bakery',
      links: [],
      ...changes,
    },
  },
})
const link = (path: string, ...statuses: (number | null)[]): LlmsLink => ({
  line: 3,
  url: `https://site.test/${path}`,
  statuses,
  location: null,
})
const randomUrl = (status: number): RandomUrlResponse => ({
  url: 'https://site.test/1f',
  statuses: status === 200 ? [200, 200] : [status],
  isHtml: true,
  title: '',
  text: '',
  textHash: '',
})
const page = { isHtml: true, mediaType: 'text/html', characters: 0, hasTitle: false, totalLinks: 0 }

testSiteCheck(llmsTxtInvalid, {
  passes: {
    'a file in order': file(),
    'a file of 48 characters, within the tolerance': file({ characters: 48 }),
    'a file with one link': file({ totalLinks: 1 }),
    'listed pages that need a login or more time': file({
      links: [401, 403, 407, 408, 425, 429].map(status => link(String(status), status, status)),
    }),
    'no file': file({ status: 404, hasTitle: false, totalLinks: 0, characters: 0 }),
    'a file that fails': file({ status: 503, isHtml: true }),
    'a redirect': file({ status: 301 }),
    'a server that has a page for every URL, which has its own check': {
      crawl: { ...file(page).crawl, laterResponses: { randomUrls: [randomUrl(200), randomUrl(200)] } },
    },
    'listed pages that do not respond, need a login or failed once': file({
      links: [link('a', 200), link('b', 401, 401), link('c', 503, 200), link('d', 404), link('e', null, null)],
    }),
  },
  fails: {
    'a web page in its place': {
      site: { crawl: { ...file(page).crawl, laterResponses: { randomUrls: [randomUrl(404)] } } },
      finds: [
        {
          url,
          severity: 'warning',
          message: `Invalid llms.txt: it is an HTML page (text/html): ${url}`,
          isHostWide: true,
        },
      ],
    },
    'a text without heading and links': {
      site: file({ hasTitle: false, totalLinks: 0, characters: 12, start: 'Hello world.' }),
      finds: [
        {
          url,
          message: 'Invalid llms.txt: no H1, no link, only 12 characters',
          isHostWide: true,
          evidence: [{ kind: 'code', label: 'Start of the file', code: 'Hello world.', line: 1 }],
        },
      ],
    },
    'listed pages that are gone or have moved': {
      site: file({
        links: [link('a', 404, 410), { ...link('b', 301, 301), location: '/c' }, link('c', 200), link('d', 500, 503)],
      }),
      finds: [
        {
          url,
          severity: 'info',
          message: 'llms.txt lists 3 URLs of the site that do not return 200, such as https://site.test/a',
          isHostWide: true,
          evidence: [
            {
              kind: 'table',
              label: 'URLs listed in https://site.test/llms.txt',
              columns: ['Line', 'URL', 'Response'],
              rows: [
                ['3', 'https://site.test/a', '410'],
                ['3', 'https://site.test/b', '301, redirects to /c'],
                ['3', 'https://site.test/d', '503'],
              ],
            },
          ],
        },
      ],
    },
  },
  skips: {
    'a crawl that did not fetch it': { site: {}, reason: 'llms.txt was not fetched.' },
    'a bot protection': {
      site: file({ isBotChallenge: true }),
      reason: 'A bot protection page was returned instead of llms.txt.',
    },
  },
})
