import type { JsonLdFact } from '#shared/facts.ts'
import { testCheck } from '../test-check.ts'
import { structuredDataRequired } from './structured-data-required.ts'

const facts = (...contents: object[]) => ({
  jsonLd: contents.map(
    (content): JsonLdFact => ({
      raw: JSON.stringify({ '@context': 'https://schema.org', ...content }),
      line: 12,
      error: null,
      types: [],
    }),
  ),
})
const product = { '@type': 'Product', name: 'Anchor' }
const offers = { '@type': 'Offer', price: 49, priceCurrency: 'EUR' }

testCheck(structuredDataRequired, {
  passes: {
    'a product with an offer': facts({ ...product, offers }),
    'a product with a rating alone': facts({
      ...product,
      aggregateRating: { '@type': 'AggregateRating', ratingValue: 4 },
    }),
    'an article, of which nothing is required': facts(
      { '@type': 'Article' },
      { '@type': 'NewsArticle', headline: 'x' },
    ),
    'an organization': facts({ '@type': 'Organization' }),
    'objects within others': facts({
      '@type': 'Review',
      author: 'Jane',
      reviewRating: { '@type': 'Rating', ratingValue: 4 },
      itemReviewed: product,
    }),
    'an object that points to another': facts({ '@type': 'Product', '@id': '#anchor' }),
    'one object in two places': facts(
      { '@graph': [{ '@type': 'WebPage' }, { ...product, '@id': '#anchor' }] },
      { '@type': 'Product', '@id': '#anchor', offers },
    ),
    'a variant, whose group holds the offer': facts({ ...product, isVariantOf: { '@id': '#group' } }),
    'a job from home': facts({
      '@type': 'JobPosting',
      title: 'Pilot',
      description: 'Pilots ships.',
      datePosted: '2026-03-31',
      hiringOrganization: 'Harbour',
      jobLocationType: 'TELECOMMUTE',
    }),
    'an application without ratings, as most are': facts({ '@type': 'WebApplication', name: 'Tide table' }),
    'another vocabulary': { jsonLd: [{ raw: '{"@type":"Product"}', line: 1, error: null, types: ['Product'] }] },
  },
  fails: {
    'a product without offer and rating': {
      facts: facts(product),
      finds: {
        severity: 'warning',
        message: 'Structured data of type Product lacks one of offers/review/aggregateRating',
        evidence: [
          {
            kind: 'table',
            rows: [
              [
                'Product',
                'one of offers/review/aggregateRating',
                'https://developers.google.com/search/docs/appearance/structured-data/product-snippet',
                '12',
              ],
            ],
          },
        ],
      },
    },
    'an empty value': {
      facts: facts({ ...product, name: ' ', offers }),
      finds: { message: 'Structured data of type Product lacks name' },
    },
    'a kind of event, named by its full address': {
      facts: facts({ '@type': ['https://schema.org/MusicEvent', 'Thing'], name: 'Shanties', location: 'Quay' }),
      finds: { message: 'Structured data of type MusicEvent lacks startDate' },
    },
    'a video in a graph': {
      facts: facts({ '@graph': [{ '@type': 'VideoObject', name: 'Tides' }] }),
      finds: { message: 'Structured data of type VideoObject lacks one of thumbnailUrl/thumbnail, uploadDate' },
    },
    'the main entity of a page': {
      facts: facts({ '@type': 'ItemPage', mainEntity: product }),
      finds: { message: 'Structured data of type Product lacks one of offers/review/aggregateRating' },
    },
    'an application with ratings that has no price': {
      facts: facts({ '@type': 'WebApplication', name: 'Tide table', review: { '@type': 'Review' } }),
      finds: { message: 'Structured data of type WebApplication lacks offers' },
    },
    'several objects': {
      facts: facts(product, { '@type': 'Recipe', name: 'Chowder' }),
      finds: {
        message: 'Structured data of type Product lacks one of offers/review/aggregateRating, and so on for 2 objects',
      },
    },
  },
  skips: { 'a page that is not shown in search': { facts: { isNoindex: true, ...facts(product) } } },
})
