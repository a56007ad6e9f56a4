import type { LostHeadTag } from '#shared/element-facts.ts'
import type { PageFacts } from '#shared/facts.ts'
import { elementCheck } from '../element-check.ts'
import { codeEvidence, tableEvidence } from '../evidence.ts'

export const headBroken = elementCheck<BrokenHead>({
  id: 'head-broken',
  type: 'meta_issue',
  severity: 'error',
  applies: 'html',
  title: 'Invalid element ends the head early',
  passedTitle: 'All important tags are inside the head',
  why: 'A browser ends the head at the first element that is not allowed there, and moves everything after it to the body. Search engines ignore titles, canonicals and hreflang in the body.',
  fix: 'Move the element that ends the head into the body, or below the tags listed here. Only title, meta, link, script, style, base, noscript and template are allowed in the head.',
  example: {
    before: '<head>\n  <img src="/pixel.gif">\n  <link rel="canonical" href="https://example.com/">\n</head>',
    after: '<head>\n  <link rel="canonical" href="https://example.com/">\n</head>\n<body>\n  <img src="/pixel.gif">',
  },
  sources: [
    {
      title: 'Google: Use valid page metadata',
      url: 'https://developers.google.com/search/docs/crawling-indexing/valid-page-metadata',
    },
    { title: 'HTML: the head element', url: 'https://html.spec.whatwg.org/multipage/semantics.html#the-head-element' },
  ],
  elements: ({ lostHeadTags: lost, headCloser: closer }) => (lost.length === 0 ? [] : [{ lost, closer }]),
  identify: ({ lost, closer }) => ({ tag: `${closer?.tag ?? ''} ${namesOf(lost)}` }),
  finding: ([{ lost, closer }]) => {
    const table = tableEvidence({
      label: 'Tags outside the head',
      columns: ['What', 'Line', 'Tag'],
      items: lost,
      row: tag => [tag.what, tag.line, tag.tag],
    })
    return {
      message: `Invalid element ends the head early: ${namesOf(lost)} ${lost.length === 1 ? 'is' : 'are'} outside it`,
      evidence: closer ? [codeEvidence('Element that ends the head', closer.tag, closer.line), table] : [table],
    }
  },
})

interface BrokenHead {
  lost: readonly LostHeadTag[]
  /** What ended it. */
  closer: PageFacts['headCloser']
}

const namesOf = (lost: readonly LostHeadTag[]): string => [...new Set(lost.map(tag => tag.what))].join(', ')
