import type { PageCheck } from '../check.ts'
import { renderedOrSkip } from '../eligible.ts'
import { tableEvidence, textEvidence } from '../evidence.ts'
import { declareThresholds } from '../thresholds.ts'

const thresholds = declareThresholds({
  minWords: {
    label: 'Minimum words after rendering',
    unit: 'words',
    default: 200,
    min: 1,
    max: 5_000,
    explanation: 'Pages with fewer words are not checked: a date or a greeting changes a large share of a short text.',
  },
  minAddedWords: {
    label: 'Minimum words added by JavaScript',
    unit: 'words',
    default: 100,
    min: 1,
    max: 5_000,
    explanation: 'A page to which JavaScript adds fewer words is not reported.',
  },
  maxCoveredPercent: {
    label: 'Maximum share of words in the source',
    unit: '%',
    default: 60,
    min: 0,
    max: 99,
    explanation: 'A page with a larger share of its words in the source is not reported.',
  },
})

export const contentNeedsJavascript: PageCheck<typeof thresholds> = {
  id: 'content-needs-javascript',
  type: 'indexability_issue',
  severity: 'warning',
  applies: 'html-ok',
  title: 'Content depends on JavaScript',
  passedTitle: 'The content is in the HTML source',
  why: 'Search engines see such text later than the text in the source, or never if a script fails. Many other clients, such as link previews and AI crawlers, run no scripts at all.',
  fix: 'Render the main content on the server or at build time, and let scripts add only what is optional.',
  example: {
    before: '<div id="root"></div><script src="/app.js"></script>',
    after: '<div id="root"><h1>Anchor chains</h1><p>…</p></div><script src="/app.js"></script>',
  },
  sources: [
    {
      title: 'Google: JavaScript SEO basics',
      url: 'https://developers.google.com/search/docs/crawling-indexing/javascript/javascript-seo-basics',
    },
  ],
  thresholds,
  check: (page, { minWords, minAddedWords, maxCoveredPercent }) => {
    const rendering = renderedOrSkip(page)
    if ('skipped' in rendering) return rendering
    const words = page.content.wordCount
    const { addedWordCount, addedTexts, raw } = rendering
    if (words < minWords || addedWordCount < minAddedWords) return []
    if (words - addedWordCount > (maxCoveredPercent / 100) * words) return []
    const table = tableEvidence({
      label: 'Words in the main content',
      columns: ['In the source', 'After rendering', 'Only after rendering'],
      items: [page],
      row: () => [raw.wordCount, words, addedWordCount],
    })
    const examples = addedTexts.map(text => textEvidence('Only after rendering', text))
    return [
      {
        message: `Content depends on JavaScript (${addedWordCount} of ${words} words)`,
        evidence: [table, ...examples],
      },
    ]
  },
}
