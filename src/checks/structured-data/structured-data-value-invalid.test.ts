import type { JsonLdFact } from '#shared/element-facts.ts'
import { testCheck } from '../test-check.ts'
import { structuredDataValueInvalid } from './structured-data-value-invalid.ts'

const table = (...rows: string[][]) => ({
  kind: 'table',
  label: 'Values',
  columns: ['Path', 'Value', 'Expected', 'Syntax', 'Starts at line'],
  rows,
})
const block = (content: unknown): JsonLdFact => ({ raw: JSON.stringify(content), line: 12, error: null, types: [] })
const facts = (...contents: object[]) => ({
  jsonLd: contents.map(content => block({ '@context': 'https://schema.org', ...content })),
})
const offer = (fields: object) => facts({ '@type': 'Product', offers: { '@type': 'Offer', ...fields } })
const finds = (path: string, value: string, expected: string) => ({
  message: `Invalid structured data value: ${path} is “${value}”, expected: ${expected}`,
  evidence: [table([path, value, expected, 'JSON-LD', '12'])],
})
const published = (...datePublished: string[]) => facts({ '@type': 'Article', datePublished })

testCheck(structuredDataValueInvalid, {
  passes: {
    'dates in all forms of ISO 8601': published(
      ...['2026', '2026-03', '2026-03-31', '20260331', '2026-W14', '2026-090', '2024-02-29', '2026-03-31T10:00Z'],
      ...['2026-03-31T10:00:00.123+02:00', '2026-03-31T10:00:00+0200', '2026-03-31 10:00:00', '2026-03-31T10'],
    ),
    'prices as numbers': offer({ price: 12.5, lowPrice: '12.50', highPrice: '0', priceCurrency: 'EUR' }),
    'a digital currency and one in lower case': facts(
      { '@type': 'Offer', priceCurrency: 'BTC' },
      { '@type': 'Offer', priceCurrency: 'usd' },
    ),
    'all ways to name a value of schema.org': facts(
      ...['InStock', 'http://schema.org/InStock', 'https://schema.org/instock'].map(availability => ({
        '@type': 'Offer',
        availability,
      })),
    ),
    'ratings within their scale': facts(
      { '@type': 'AggregateRating', ratingValue: '4.5' },
      { '@type': 'AggregateRating', ratingValue: 87, bestRating: 100 },
      { '@type': 'Rating', ratingValue: 0, worstRating: 0 },
      { '@type': 'Rating', ratingValue: '60%' },
    ),
    'ratings whose scale cannot be read': facts(
      { '@type': 'AggregateRating', ratingValue: 87, bestRating: 'ten' },
      { '@type': 'AggregateRating', ratingValue: 87, worstRating: 'one' },
      { '@type': 'AggregateRating', ratingValue: 87, worstRating: 10, bestRating: 1 },
    ),
    'relative and full URLs': facts({
      '@type': 'Organization',
      url: '/',
      logo: 'logo.png',
      sameAs: ['https://a.test/'],
    }),
    'values that are objects': offer({ price: { '@value': '12,50' } }),
    'another vocabulary': { jsonLd: [block({ '@context': 'https://other.test', '@type': 'Offer', price: 'free' })] },
    'a block that does not parse, which has its own check': {
      jsonLd: [{ raw: '{', line: 1, error: { message: '', line: 1, column: 1 }, types: [] }],
    },
    'a block that was cut': {
      jsonLd: [{ raw: '{"@context":"https://schema.org","price":"free', line: 1, error: null, types: [] }],
    },
  },
  fails: {
    'a date in words': {
      facts: published('March 31, 2026'),
      finds: finds('Article.datePublished', 'March 31, 2026', 'date by ISO 8601'),
    },
    'a date without leading zeros': {
      facts: published('2026-3-31'),
      finds: finds('Article.datePublished', '2026-3-31', 'date by ISO 8601'),
    },
    'a day that no month has': {
      facts: published('2026-02-30'),
      finds: finds('Article.datePublished', '2026-02-30', 'date by ISO 8601'),
    },
    'a price with its currency': {
      facts: offer({ price: '$12.50' }),
      finds: finds('Product.offers.price', '$12.50', 'number with a point as decimal mark'),
    },
    'a decimal comma': {
      facts: offer({ price: '12,50' }),
      finds: finds('Product.offers.price', '12,50', 'number with a point as decimal mark'),
    },
    'a sign for a currency': {
      facts: offer({ priceCurrency: '€' }),
      finds: finds('Product.offers.priceCurrency', '€', 'currency code by ISO 4217'),
    },
    'a rating in words': {
      facts: facts({ '@type': 'AggregateRating', ratingValue: 'good' }),
      finds: finds('AggregateRating.ratingValue', 'good', 'number with a point as decimal mark'),
    },
    'a rating beside a scale of one value': {
      facts: facts({ '@type': 'AggregateRating', ratingValue: 2, worstRating: 1, bestRating: 1 }),
      finds: finds('AggregateRating.ratingValue', '2', 'rating from 1 to 1'),
    },
    'a rating above the scale': {
      facts: facts({ '@type': 'AggregateRating', ratingValue: 8.5 }),
      finds: finds('AggregateRating.ratingValue', '8.5', 'rating from 1 to 5'),
    },
    'a value that schema.org does not know': {
      facts: offer({ availability: 'in stock' }),
      finds: finds('Product.offers.availability', 'in stock', 'value of schema.org for availability'),
    },
    'a URL that cannot be read': {
      facts: facts({ '@type': 'Organization', logo: 'https://exa mple.com/' }),
      finds: finds('Organization.logo', 'https://exa mple.com/', 'URL'),
    },
    'a context that is a list of objects': {
      facts: {
        jsonLd: [block({ '@context': [{ '@vocab': 'http://schema.org/' }], '@type': 'Offer', price: 'free' })],
      },
      finds: finds('Offer.price', 'free', 'number with a point as decimal mark'),
    },
    'a date in words, in Microdata': {
      facts: {
        markupItems: [
          {
            syntax: 'microdata',
            raw: '{"@context":"https://schema.org","@type":"Event","startDate":"tomorrow","url":"http://["}',
            types: ['Event'],
            path: 'body > div',
            line: 3,
          },
        ],
      },
      finds: {
        message: 'Invalid structured data values: 2 values, such as Event.startDate',
        evidence: [
          table(
            ['Event.startDate', 'tomorrow', 'date by ISO 8601', 'Microdata', '3'],
            ['Event.url', 'http://[', 'URL', 'Microdata', '3'],
          ),
        ],
      },
    },
    'several values, in a graph': {
      facts: facts({ '@graph': [{ '@type': 'WebPage' }, { '@type': 'Offer', price: 'free', priceCurrency: 'Euro' }] }),
      finds: {
        message: 'Invalid structured data values: 2 values, such as Offer.price',
        evidence: [
          table(
            ['Offer.price', 'free', 'number with a point as decimal mark', 'JSON-LD', '12'],
            ['Offer.priceCurrency', 'Euro', 'currency code by ISO 4217', 'JSON-LD', '12'],
          ),
        ],
      },
    },
  },
})
