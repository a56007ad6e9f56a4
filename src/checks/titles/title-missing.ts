import type { PageCheck } from '../check.ts'
import { codeEvidence, textEvidence } from '../evidence.ts'

export const titleMissing: PageCheck = {
  id: 'title-missing',
  type: 'meta_issue',
  severity: 'error',
  applies: 'html-ok',
  title: 'Missing title',
  passedTitle: 'The page has a title',
  why: 'Search results, browser tabs and bookmarks show the title of a page. Without one they use other text, which is often a poor description.',
  fix: 'Give the page one <title> in its head that describes it. Put what is specific to this page first and the name of the website last.',
  example: {
    before: '<head>\n  <meta charset="utf-8">\n</head>',
    after: '<head>\n  <meta charset="utf-8">\n  <title>Tide tables for Harwich – Example Harbour</title>\n</head>',
  },
  sources: [
    {
      title: 'Google: Influencing title links',
      url: 'https://developers.google.com/search/docs/appearance/title-link',
    },
    {
      title: 'HTML: the title element',
      url: 'https://html.spec.whatwg.org/multipage/semantics.html#the-title-element',
    },
  ],
  check: ({ titles, headExcerpt, h1 }) => {
    if (titles.some(title => title.text.trim() !== '')) return []
    const message = titles.length > 0 ? 'Missing title (the title element is empty)' : 'Missing title'
    const suggestion = h1 === '' ? [] : [textEvidence('Suggestion (H1)', h1)]
    return [{ message, details: { title: '', h1 }, evidence: [codeEvidence('Head', headExcerpt), ...suggestion] }]
  },
}
