import type { RepeatedMarkupFact } from '#shared/element-facts.ts'
import { elementCheck } from '../element-check.ts'
import { tableEvidence } from '../evidence.ts'

export const headOrBodyRepeated = elementCheck<readonly RepeatedMarkupFact[]>({
  id: 'head-or-body-repeated',
  type: 'meta_issue',
  severity: 'warning',
  applies: 'html',
  title: 'More than one head or body element',
  passedTitle: 'The page has one head and one body',
  why: 'A page has one head and one body. Parsers drop the second tag, so that what should be in the second head ends up in the body, where search engines ignore it.',
  fix: 'Find the part of the template that is a whole document of its own, such as an included file, and remove its html, head and body tags.',
  example: {
    before: '<body>\n<head><meta name="robots" content="noindex"></head>',
    after: '<head>\n<meta name="robots" content="noindex">\n</head>\n<body>',
  },
  sources: [
    {
      title: 'Google: Use valid page metadata',
      url: 'https://developers.google.com/search/docs/crawling-indexing/valid-page-metadata',
    },
    {
      title: 'HTML standard: the body element',
      url: 'https://html.spec.whatwg.org/multipage/sections.html#the-body-element',
    },
  ],
  // A document within the page repeats both tags.
  elements: ({ repeatedTags = [] }) => (repeatedTags.length === 0 ? [] : [repeatedTags]),
  identify: tags => ({ tag: tags.map(({ tag }) => tag).join(' ') }),
  finding: ([tags]) => {
    const names = [...new Set(tags.map(({ name }) => name))]
    const table = tableEvidence({
      label: 'Second tags',
      columns: ['Tag', 'Line'],
      items: tags,
      row: ({ tag, line }) => [tag, line],
    })
    return { message: `More than one ${names.join(' and ')} element`, evidence: [table] }
  },
})
