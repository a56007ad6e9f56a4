import type { PageCheck } from '../check.ts'
import { tableEvidence, textEvidence } from '../evidence.ts'
import { renderedOrSkip } from '../rendered.ts'

/** Shorter texts change by a date or a greeting. */
const MIN_RENDERED_WORDS = 200
const MIN_ADDED_WORDS = 100
/** Of the rendered words, what the source may cover at most. */
const MAX_COVERED = 0.6

export const contentNeedsJavascript: PageCheck = {
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
  check: page => {
    const rendering = renderedOrSkip(page)
    if ('skipped' in rendering) return rendering
    const words = page.content.wordCount
    const { addedWordCount, addedTexts, raw } = rendering
    if (words < MIN_RENDERED_WORDS || addedWordCount < MIN_ADDED_WORDS) return []
    if (words - addedWordCount > MAX_COVERED * words) return []
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
