import { testSiteCheck } from '../test-site-check.ts'
import type { TestPage, TestTarget } from '../test-site-facts.ts'
import { fileNotCompressed } from './file-not-compressed.ts'

const home = 'https://site.test/'
const file = (url: string, changes: Partial<TestTarget> = {}): TestTarget => ({
  url,
  kinds: ['stylesheet'],
  mediaType: 'text/css',
  bytes: 3_000,
  fileHeaders: {},
  ...changes,
})
const page = (url: string, contentEncoding: string): TestPage => ({ url, facts: { response: { contentEncoding } } })
const table = (...rows: string[][]) => ({
  kind: 'table',
  label: 'Largest uncompressed files',
  columns: ['File', 'Bytes'],
  rows,
})

testSiteCheck(fileNotCompressed, {
  passes: {
    'a compressed file': { targets: [file(`${home}a.css`, { fileHeaders: { contentEncoding: 'br' } })] },
    'a file that fits into one packet': { targets: [file(`${home}a.css`, { bytes: 1_400 })] },
    'a file of unknown size': { targets: [file(`${home}a.css`, { bytes: null })] },
    'a file that was requested without its body': {
      targets: [file(`${home}a.css`, { fileHeaders: { isOfHead: true } })],
    },
    'an image that is compressed by itself': {
      targets: [file(`${home}a.png`, { kinds: ['image'], mediaType: 'image/png' })],
    },
    'a file of another site': { targets: [file('https://cdn.test/a.css')] },
    'a bot protection': { targets: [file(`${home}a.css`, { isBotChallenge: true })] },
    'a host that compresses nothing, which has its own check': {
      pages: [page(home, 'gzip'), page(`${home}a`, '')],
      targets: [file(`${home}a.css`)],
    },
  },
  fails: {
    'files, once for each host': {
      site: {
        pages: [page(home, 'gzip')],
        targets: [
          file(`${home}a.css`),
          file(`${home}a.js`, { kinds: ['script'], mediaType: 'text/javascript', bytes: 9_000 }),
          file('https://www.site.test/a.svg', {
            kinds: ['image'],
            mediaType: 'image/svg+xml',
            fileHeaders: { contentEncoding: 'identity' },
          }),
        ],
      },
      finds: [
        {
          url: `${home}a.js`,
          severity: 'warning',
          message: 'Missing text compression: 2 files of site.test',
          affectedUrls: [`${home}a.js`, `${home}a.css`],
          isHostWide: true,
          evidence: [table([`${home}a.js`, '9,000'], [`${home}a.css`, '3,000'])],
        },
        {
          url: 'https://www.site.test/a.svg',
          message: 'Missing text compression: 1 file of www.site.test',
          isHostWide: true,
          evidence: [table(['https://www.site.test/a.svg', '3,000'])],
        },
      ],
    },
  },
})
