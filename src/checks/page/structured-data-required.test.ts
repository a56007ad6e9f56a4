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

const items = (syntax: 'microdata' | 'rdfa', content: object) => ({
  markupItems: [
    {
      syntax,
      raw: JSON.stringify({ '@context': 'https://schema.org', ...content }),
      types: [],
      path: 'body > main > div',
      line: 7,
    },
  ],
})

testCheck(structuredDataRequired, {
  passes: {
    'a product with an offer in Microdata': items('microdata', { ...product, offers }),
    'a product in Microdata whose offer is in JSON-LD': {
      ...items('microdata', { ...product, '@id': '#anchor' }),
      ...facts({ '@type': 'Product', '@id': '#anchor', offers }),
    },
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
    'a rental that Google reads of chosen sites alone': facts({ '@type': 'VacationRental', name: 'Quay 4' }),
    'an instance of a course, which is a kind of event': facts({ '@type': 'CourseInstance', courseMode: 'onsite' }),
    'a picture without a licence': facts({ '@type': 'ImageObject', url: '/quay.jpg' }),
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
                'JSON-LD',
                '12',
              ],
            ],
          },
        ],
      },
    },
    'a product in RDFa without offer and rating': {
      facts: items('rdfa', product),
      finds: {
        message: 'Structured data of type Product lacks one of offers/review/aggregateRating',
        evidence: [{ kind: 'table', rows: [['Product', 'one of offers/review/aggregateRating', 'RDFa', '7']] }],
      },
    },
    'an event in Microdata without date': {
      facts: items('microdata', { '@type': 'Event', name: 'Shanties', location: '' }),
      finds: { message: 'Structured data of type Event lacks startDate, location' },
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
    'a kind of business that is not often met': {
      facts: facts({ '@type': 'TattooParlor', name: 'Anchor' }),
      finds: { message: 'Structured data of type TattooParlor lacks address' },
    },
    'a course': {
      facts: facts({ '@type': 'Course', name: 'Knots' }),
      finds: { message: 'Structured data of type Course lacks description' },
    },
    'a film without picture': {
      facts: facts({ '@type': 'Movie', name: 'Tides' }),
      finds: { message: 'Structured data of type Movie lacks image' },
    },
    'a picture with a licence and no address of its own': {
      facts: facts({ '@type': 'ImageObject', url: '/quay.jpg', license: '/licence' }),
      finds: { message: 'Structured data of type ImageObject lacks contentUrl' },
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
