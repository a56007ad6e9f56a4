import { testSiteCheck } from '../test-site-check.ts'
import type { TestTarget } from '../test-site-facts.ts'
import { fileNoindex } from './file-noindex.ts'

const url = 'https://site.test/plan.pdf'
const photo = 'https://site.test/boat.jpg'
const file = (changes: Partial<TestTarget> = {}): TestTarget => ({
  url,
  mediaType: 'application/pdf',
  kinds: ['anchor'],
  fileHeaders: { noindex: 'noindex' },
  ...changes,
})

testSiteCheck(fileNoindex, {
  passes: {
    'a file that may be indexed': { targets: [file({ fileHeaders: {} })] },
    'a script': { targets: [file({ mediaType: 'text/javascript', kinds: ['script'] })] },
    'a feed that pages link to': { targets: [file({ mediaType: 'application/rss+xml' })] },
    'a file of another site': { targets: [file({ url: 'https://other.test/plan.pdf' })] },
    'a bot protection': { targets: [file({ isBotChallenge: true })] },
  },
  fails: {
    'a document and an image, together': {
      site: {
        targets: [
          file(),
          file({ url: photo, mediaType: 'image/jpeg', kinds: ['image'], fileHeaders: { noindex: 'googlebot: none' } }),
        ],
      },
      finds: [
        {
          url,
          severity: 'info',
          message: `Linked files with noindex (X-Robots-Tag): 2 files, such as ${url}`,
          affectedUrls: [url, photo],
          evidence: [
            {
              kind: 'table',
              label: 'Files',
              columns: ['File', 'Media type', 'X-Robots-Tag'],
              rows: [
                [url, 'application/pdf', 'noindex'],
                [photo, 'image/jpeg', 'googlebot: none'],
              ],
            },
          ],
        },
      ],
    },
  },
})
