import type { PageCheck } from '../check.ts'
import { tableEvidence, textEvidence } from '../evidence.ts'
import { renderedOrSkip } from '../rendered.ts'
import { declareThresholds } from '../thresholds.ts'

const thresholds = declareThresholds({
  minWords: {
    label: 'Fewest words after rendering',
    unit: 'words',
    default: 200,
    min: 1,
    max: 5_000,
    explanation: 'A page with fewer is not judged: short texts change by a date or a greeting.',
  },
  minAddedWords: {
    label: 'Fewest words that scripts add',
    unit: 'words',
    default: 100,
    min: 1,
    max: 5_000,
    explanation: 'A page to which scripts add fewer is not reported.',
  },
  maxCoveredPercent: {
    label: 'Largest share of words in the source',
    unit: '%',
    default: 60,
    min: 0,
    max: 99,
    explanation: 'A page of whose words the source holds more is not reported.',
  },
})

export const contentNeedsJavascript: PageCheck<typeof thresholds> = {
  id: 'content-needs-javascript',
  type: 'indexability_issue',
  severity: 'warning',
  applies: 'html-ok',
  title: 'Much of the text comes by JavaScript',
  passedTitle: 'The text of the page is in its source',
  why: 'Search engines see such text later than that of the source, or never when a script fails for them; many other readers of the web, such as previews and AI crawlers, run no scripts at all.',
  fix: 'Render the main text on the server, or when the site is built, and let scripts add only what the text can do without.',
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
      label: 'Words of the main text',
      columns: ['In the source', 'After rendering', 'Only after rendering'],
      items: [page],
      row: () => [raw.wordCount, words, addedWordCount],
    })
    const examples = addedTexts.map(text => textEvidence('Only after rendering', text))
    return [
      {
        message: `Much of the text comes by JavaScript (${addedWordCount} of ${words} words)`,
        evidence: [table, ...examples],
      },
    ]
  },
}
