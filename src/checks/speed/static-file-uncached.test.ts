import type { FileHeaders } from '#shared/page-record.ts'
import { testSiteCheck } from '../test-site-check.ts'
import type { TestSite, TestTarget } from '../test-site-facts.ts'
import { staticFileUncached } from './static-file-uncached.ts'

const css = 'https://site.test/site.css'
const hashed = 'https://site.test/app-3f2a9b1c.js'
const file = (fileHeaders: FileHeaders | null, url = css): TestTarget => ({ url, kinds: ['stylesheet'], fileHeaders })
const siteOf = (...targets: TestTarget[]): TestSite => ({ targets })
const table = (...rows: string[][]) => ({
  kind: 'table',
  label: 'Files',
  columns: ['File', 'Cache-Control', 'ETag or Last-Modified'],
  rows,
})

testSiteCheck(staticFileUncached, {
  passes: {
    'a file that may be stored': siteOf(file({ cacheControl: 'public, max-age=86400' })),
    'a file that browsers revalidate by its ETag': siteOf(file({ hasValidator: true })),
    'a file with Expires': siteOf(file({ hasExpires: true })),
    'a file that is always checked': siteOf(file({ cacheControl: 'no-cache', hasValidator: true })),
    'a fingerprint with a long lifetime': siteOf(file({ cacheControl: 'max-age=31536000' }, hashed)),
    'a short lifetime without a fingerprint': siteOf(file({ cacheControl: 'max-age=60' })),
    'a long word that is no fingerprint': siteOf(
      file({ cacheControl: 'max-age=60' }, 'https://site.test/harbour-photographs.js'),
    ),
    ...Object.fromEntries(
      ['report-Mar-2024.svg', 'Quay-at-NIGHT-150x150.png', 'plan-Harbour2024.svg'].map(name => [
        `a name with capital letters and digits: ${name}`,
        siteOf(file({ cacheControl: 'max-age=60' }, `https://site.test/${name}`)),
      ]),
    ),
    'the number of a picture in an archive': siteOf(
      file({ cacheControl: 'max-age=60' }, 'https://site.test/iStock-530984992.jpg'),
    ),
    'headers that are not known': siteOf(file(null)),
    'a file of another site': siteOf(file({}, 'https://cdn.test/a.css')),
    'a bot protection': siteOf({ ...file({}), isBotChallenge: true }),
    'a document that pages link to': siteOf({ ...file({}), kinds: ['anchor'] }),
  },
  fails: {
    'no-store and no header at all, one finding for each': {
      site: siteOf(file({ cacheControl: 'private, no-store' }), file({}, `${css}?2`), file({}, `${css}?3`)),
      finds: [
        {
          url: css,
          severity: 'info',
          message: 'Files without caching: 1 file of site.test: no-store forbids storing them',
          isHostWide: true,
          evidence: [table([css, 'private, no-store', 'absent'])],
        },
        {
          url: `${css}?2`,
          message: 'Files without caching: 2 files of site.test: no header about caching',
          affectedUrls: [`${css}?2`, `${css}?3`],
          isHostWide: true,
          evidence: [table([`${css}?2`, 'absent', 'absent'], [`${css}?3`, 'absent', 'absent'])],
        },
      ],
    },
    'fingerprints with a short lifetime': {
      site: siteOf(
        file({ cacheControl: 'max-age=600', hasValidator: true }, hashed),
        file({ cacheControl: 'max-age=0' }, 'https://site.test/index.B7dk2LqZ.js'),
      ),
      finds: [
        {
          url: hashed,
          message: 'Files without caching: 2 files of site.test: a short max-age although the URL has a fingerprint',
          affectedUrls: [hashed, 'https://site.test/index.B7dk2LqZ.js'],
          isHostWide: true,
          evidence: [
            table([hashed, 'max-age=600', 'present'], ['https://site.test/index.B7dk2LqZ.js', 'max-age=0', 'absent']),
          ],
        },
      ],
    },
  },
})
