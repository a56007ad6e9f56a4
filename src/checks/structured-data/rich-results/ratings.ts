import { type RichResult, type Rule, richResult, rule } from './rule.ts'

/** Ratings and reviews, which other things have. */

/** The default scale is 1 to 5. */
const scale = ['bestRating', 'worstRating']

const rating = rule({ required: ['ratingValue'] })
const named = rule({ required: ['name'] })
const reviewTypes = ['Review', 'CriticReview', 'UserReview']

const nestedRating = rule({
  types: ['AggregateRating'],
  required: ['ratingValue', 'ratingCount|reviewCount'],
  whereItApplies: scale,
})
/** A review of pros and cons needs no stars to be shown. */
const nestedReview = rule({
  types: reviewTypes,
  required: ['author', { need: 'reviewRating', unless: ['positiveNotes', 'negativeNotes'] }],
  whereItApplies: ['datePublished', ...scale.map(name => `reviewRating.${name}`)],
  parts: { reviewRating: [rating] },
})

/** Parts of a thing whose stars are shown. */
export const ratings: Readonly<Record<string, readonly Rule[]>> = {
  aggregateRating: [nestedRating],
  review: [nestedReview],
}

export const ratingResults: readonly RichResult[] = [
  richResult({
    title: 'Review snippet: a review that stands alone',
    page: 'review-snippet',
    types: reviewTypes,
    required: ['itemReviewed', 'author', 'reviewRating'],
    whereItApplies: ['datePublished', ...scale.map(name => `reviewRating.${name}`)],
    parts: { itemReviewed: [named], reviewRating: [rating] },
  }),
  richResult({
    title: 'Review snippet: a rating that stands alone',
    page: 'review-snippet',
    types: ['AggregateRating'],
    required: ['itemReviewed', 'ratingValue', 'ratingCount|reviewCount'],
    whereItApplies: scale,
    parts: { itemReviewed: [named] },
  }),
  richResult({
    title: 'Review snippet: other things with ratings',
    page: 'review-snippet',
    types: [
      ...['Book', 'CreativeWorkSeason', 'CreativeWorkSeries', 'Episode', 'Game', 'MusicPlaylist'],
      ...['MusicRecording'],
    ],
    isWithKinds: true,
    onlyWith: ['aggregateRating', 'review'],
    required: ['name'],
    parts: ratings,
    note: 'Self-serving ratings of a business or organization are not shown, and not checked.',
  }),
  richResult({
    title: 'Employer aggregate rating',
    page: 'employer-rating',
    types: ['EmployerAggregateRating'],
    required: ['itemReviewed', 'ratingValue', 'ratingCount|reviewCount'],
    whereItApplies: scale,
  }),
]
