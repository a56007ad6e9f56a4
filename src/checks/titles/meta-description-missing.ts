import type { PageCheck } from '../check.ts'
import { codeEvidence, textEvidence } from '../evidence.ts'
import { suggestedDescription } from './suggested-description.ts'

export const metaDescriptionMissing: PageCheck = {
  id: 'meta-description-missing',
  type: 'meta_issue',
  severity: 'warning',
  applies: 'html-ok',
  title: 'Missing meta description',
  passedTitle: 'The page has a meta description',
  why: 'Search results and shared links can show the meta description below the title. Without one, they use a passage from the page, which may be a menu or a cookie notice.',
  fix: 'Add one <meta name="description"> to the head with one or two sentences about this page. Write it for this page only.',
  example: {
    before: '<head>\n  <title>Tide tables for Harwich</title>\n</head>',
    after:
      '<head>\n  <title>Tide tables for Harwich</title>\n  <meta name="description" content="High and low water at Harwich for today and the next 30 days, with heights in metres.">\n</head>',
  },
  sources: [
    { title: 'Google: Control your snippets', url: 'https://developers.google.com/search/docs/appearance/snippet' },
  ],
  check: page => {
    const { metaDescriptions, headExcerpt, title } = page
    if (metaDescriptions.some(description => description.text.trim() !== '')) return []
    const isEmpty = metaDescriptions.length > 0
    const suggestion = suggestedDescription(page)
    return [
      {
        message: isEmpty ? 'Missing meta description (the tag is empty)' : 'Missing meta description',
        details: { title, description: '' },
        evidence: [
          codeEvidence('Head', headExcerpt),
          ...(suggestion === '' ? [] : [textEvidence('Suggestion (from the text of the page)', suggestion)]),
        ],
      },
    ]
  },
}
