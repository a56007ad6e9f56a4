import { testSiteCheck } from '../test-site-check.ts'
import type { TestSite } from '../test-site-facts.ts'
import { styleFileInsecure } from './style-file-insecure.ts'

const sheet = 'https://site.test/site.css'
const [paper, font] = ['http://site.test/paper.png', 'http://example.org/a.woff2']
const siteOf = (styleSheetUrl: string, ...urls: string[]): TestSite => ({
  crawl: { styleFiles: urls.map(url => ({ url, styleSheetUrl })) },
})

testSiteCheck(styleFileInsecure, {
  passes: {
    'files over HTTPS': siteOf(sheet, 'https://site.test/paper.png'),
    'a site without HTTPS, which has its own check': siteOf('http://site.test/site.css', paper),
  },
  fails: {
    'the files of a style sheet, together': {
      site: siteOf(sheet, paper, font),
      finds: [
        {
          url: sheet,
          message: `Mixed content in a style sheet: 2 files over HTTP in ${sheet}`,
          evidence: [{ kind: 'table', label: 'Files', columns: ['URL'], rows: [[paper], [font]] }],
        },
      ],
    },
  },
})
