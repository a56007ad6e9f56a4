import { testCheck } from '../test-check.ts'
import { linkWith } from '../test-facts.ts'
import { defaultText } from './default-text.ts'

const title = 'Harbour – Just another WordPress site'
const titles = [{ text: title, line: 3 }]
const table = (...rows: string[][]) => ({ kind: 'table', label: 'Texts', columns: ['Location', 'Text'], rows })
const message = 'Default text of WordPress: "Just another WordPress site"'

testCheck(defaultText, {
  passes: {
    'an article that mentions the phrase': {
      content: { mainText: `${'Change the tagline. '.repeat(100)} It says: Just another WordPress site.` },
    },
    'a text of 2,000 characters, which is an article': { content: { mainText: 'My New Hugo Site'.padEnd(2_000, '.') } },
  },
  fails: {
    'the tagline, on a page that may be about it': {
      facts: { titles },
      finds: { severity: 'info', message, evidence: [table(['Title', title])] },
    },
    'the tagline on a page of that system': {
      facts: { titles, links: [linkWith({ kind: 'stylesheet', url: 'https://example.com/wp-content/a.css' })] },
      finds: { severity: 'warning', message, evidence: [table(['Title', title])] },
    },
    'the tagline on a page that loads other files, and links to a page of such a URL': {
      facts: {
        titles,
        links: [
          linkWith({ kind: 'stylesheet', url: 'https://example.com/a.css' }),
          linkWith({ kind: 'anchor', url: 'https://example.com/wp-login.php' }),
        ],
      },
      finds: { severity: 'info', message, evidence: [table(['Title', title])] },
    },
    'the title of a system without files of its own': {
      facts: {
        titles: [{ text: 'My New Hugo Site', line: 3 }],
        links: [linkWith({ kind: 'stylesheet', url: 'https://example.com/a.css' })],
      },
      finds: {
        severity: 'info',
        message: 'Default text of Hugo: "My New Hugo Site"',
        evidence: [table(['Title', 'My New Hugo Site'])],
      },
    },
    'a text of 1,999 characters': {
      facts: { content: { mainText: 'My New Hugo Site'.padEnd(1_999, '.') } },
      finds: {
        message: 'Default text of Hugo: "My New Hugo Site"',
        evidence: [table(['Main text', 'My New Hugo Site'.padEnd(1_999, '.')])],
      },
    },
    'two such texts': {
      facts: { titles, content: { mainText: 'Welcome to WordPress. This is your first post.' } },
      finds: {
        severity: 'warning',
        message,
        evidence: [table(['Title', title], ['Main text', 'Welcome to WordPress. This is your first post.'])],
      },
    },
    'the description of a site generator': {
      facts: { metaDescriptions: [{ text: 'Description will go into a meta tag in <head />', line: 4 }] },
      finds: {
        severity: 'info',
        message: 'Default text of Docusaurus: "Description will go into a meta tag in"',
        evidence: [table(['Meta description', 'Description will go into a meta tag in <head />'])],
      },
    },
  },
})
