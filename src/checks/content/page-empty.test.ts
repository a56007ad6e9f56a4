import { testCheck } from '../test-check.ts'
import type { FactOverrides } from '../test-facts.ts'
import { pageEmpty } from './page-empty.ts'

const nothing: FactOverrides = {
  titles: [],
  headings: [],
  images: [],
  links: [],
  content: { mainText: '', wordCount: 0 },
  response: { bodyBytes: 2 },
}

testCheck(pageEmpty, {
  passes: {
    'a page with a title alone': { ...nothing, titles: [{ text: 'Harbour', line: 1 }] },
    'text without a word': { ...nothing, content: { mainText: '<<<', wordCount: 0 } },
    'a picture': { ...nothing, totalImages: 1 },
    'a page that loads a script': { ...nothing, totalLinks: 1 },
    'a page that sends its visitors on': {
      ...nothing,
      refresh: { delay: 0, url: 'https://example.com/', raw: '0; url=/', source: 'tag', line: 1 },
    },
    'the shell of an application': { ...nothing, isAppShell: true },
  },
  fails: {
    'nothing at all': { facts: nothing, finds: { message: 'Empty page (2 bytes, status 200)' } },
  },
})
