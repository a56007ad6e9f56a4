import { testCheck } from '../test-check.ts'
import { titlePlaceholder } from './title-placeholder.ts'

const table = (...rows: string[][]) => ({ kind: 'table', label: 'Title', columns: ['Title', 'Kind'], rows })
const title = (text: string) => ({ titles: [{ text, line: 3 }] })

testCheck(titlePlaceholder, {
  passes: {
    'a default word within a longer title': title('Document management for harbours'),
    'a company named as its domain': title('Booking.com'),
    'a page about a library': title('Node.js'),
    'a page about a file that is no page': title('robots.txt'),
    'a sentence that ends in a file name': title('How to write index.php'),
    'no title': { titles: [] },
    'a page about what is also a default': title('Document - Web APIs'),
    'a default with no separator': title('Untitled works of the harbour painter'),
    'a default as the name of the site': title('Tides | Untitled'),
  },
  fails: {
    'a default in any case': {
      facts: title('REACT App'),
      finds: {
        severity: 'warning',
        message: 'Title is the default of a tool ("REACT App")',
        details: { title: 'REACT App' },
        evidence: [table(['REACT App', 'the default of a tool'])],
      },
    },
    ...Object.fromEntries(
      ['::', '|', '–', '-'].map(separator => {
        const text = `Untitled ${separator} Example Harbour`
        const finds = {
          message: `Title begins with the default of a tool ("${text}")`,
          details: { title: text },
          evidence: [table([text, 'the default of a tool'])],
        }
        return [`a default before ${separator} and the name of the site`, { facts: title(text), finds }]
      }),
    ),
    'the title of a fresh server': {
      facts: title('Welcome to nginx!'),
      finds: {
        message: 'Title is the default of a tool ("Welcome to nginx!")',
        details: { title: 'Welcome to nginx!' },
        evidence: [table(['Welcome to nginx!', 'the default of a tool'])],
      },
    },
    'a URL': {
      facts: title('https://example.com/page'),
      finds: {
        message: 'Title is a URL ("https://example.com/page")',
        details: { title: 'https://example.com/page' },
        evidence: [table(['https://example.com/page', 'a URL'])],
      },
    },
    'a URL without scheme': {
      facts: title('www.example.com'),
      finds: {
        message: 'Title is a URL ("www.example.com")',
        details: { title: 'www.example.com' },
        evidence: [table(['www.example.com', 'a URL'])],
      },
    },
    'a file name': {
      facts: title('index.html'),
      finds: {
        message: 'Title is a file name ("index.html")',
        details: { title: 'index.html' },
        evidence: [table(['index.html', 'a file name'])],
      },
    },
  },
})
