import { testCheck } from '../test-check.ts'
import { twitterCardInvalid } from './twitter-card-invalid.ts'

const card = (value: string): [string, string] => ['twitter:card', value]
const title: [string, string] = ['twitter:title', 'Tides']
const table = (...rows: string[][]) => ({ kind: 'table', label: 'Twitter tags', columns: ['Name', 'Value'], rows })

testCheck(twitterCardInvalid, {
  passes: {
    'a whole card': { twitterTags: [card('Summary_Large_Image'), title] },
    'a card with the title of Open Graph': { twitterTags: [card('summary')], openGraph: [['og:title', 'Tides']] },
    'the name of an account alone': { twitterTags: [['twitter:site', '@harbour']] },
  },
  fails: {
    'an unknown type': {
      facts: { twitterTags: [card('large'), title] },
      finds: {
        message: 'Incomplete Twitter card: "large" is no type of card',
        evidence: [table(['twitter:card', 'large'], ['twitter:title', 'Tides'])],
      },
    },
    'a title without a type': {
      facts: { twitterTags: [title] },
      finds: {
        message: 'Incomplete Twitter card: twitter:card is missing',
        evidence: [table(['twitter:title', 'Tides'])],
      },
    },
    'a type without a title': {
      facts: { twitterTags: [card('summary')] },
      finds: {
        message: 'Incomplete Twitter card: twitter:title and og:title are both missing or empty',
        evidence: [table(['twitter:card', 'summary'])],
      },
    },
  },
})
