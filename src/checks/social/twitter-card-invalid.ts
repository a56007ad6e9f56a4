import type { PageFacts } from '#shared/facts.ts'
import type { PageCheck } from '../check.ts'
import { tableEvidence } from '../evidence.ts'

export const twitterCardInvalid: PageCheck = {
  id: 'twitter-card-invalid',
  type: 'social_issue',
  severity: 'info',
  applies: 'html-ok',
  title: 'Incomplete Twitter card',
  passedTitle: 'The Twitter card is complete, or there is none',
  why: 'Twitter (X) and the messengers that read its tags show a preview only if the type of the card is one they know and a title is given. Otherwise shared links are plain text.',
  fix: 'Set twitter:card to summary or summary_large_image. Title, description and image can come from the Open Graph tags.',
  example: {
    before: '<meta name="twitter:site" content="@harbour">\n<meta name="twitter:title" content="Tides">',
    after: '<meta name="twitter:card" content="summary_large_image">\n<meta name="twitter:title" content="Tides">',
  },
  sources: [
    {
      title: 'X: About cards',
      url: 'https://developer.x.com/en/docs/x-for-websites/cards/overview/abouts-cards',
    },
  ],
  check: page => {
    const problem = problemOf(page)
    if (problem === null) return []
    const table = tableEvidence({
      label: 'Twitter tags',
      columns: ['Name', 'Value'],
      items: page.twitterTags ?? [],
      row: tag => tag,
    })
    return [{ message: `Incomplete Twitter card: ${problem}`, evidence: [table] }]
  },
}

const CARDS: ReadonlySet<string> = new Set(['summary', 'summary_large_image', 'app', 'player'])
/** What makes a preview; names of accounts and labels alone make none. */
const SHOWN: ReadonlySet<string> = new Set([
  'twitter:title',
  'twitter:description',
  'twitter:image',
  'twitter:image:src',
])
const MAX_SHOWN = 40

function problemOf({ twitterTags = [], openGraph }: PageFacts): string | null {
  if (twitterTags.length === 0) return null
  const card = tagValue(twitterTags, 'twitter:card')
  if (card === '') return twitterTags.some(([name]) => SHOWN.has(name)) ? 'twitter:card is missing' : null
  if (!CARDS.has(card.toLowerCase())) return `"${card.slice(0, MAX_SHOWN)}" is no type of card`
  const hasTitle = tagValue(twitterTags, 'twitter:title') !== '' || tagValue(openGraph, 'og:title') !== ''
  return hasTitle ? null : 'twitter:title and og:title are both missing or empty'
}

const tagValue = (tags: readonly [string, string][], name: string): string =>
  tags.find(tag => tag[0] === name)?.[1].trim() ?? ''
