import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { JsonLdFact } from '#shared/element-facts.ts'
import { runPageChecks } from '../run-page-checks.ts'
import { testCheck } from '../test-check.ts'
import { type FactOverrides, pageFactsWith } from '../test-facts.ts'
import { structuredDataRecommended } from './structured-data-recommended.ts'

const table = (...rows: string[][]) => ({
  kind: 'table',
  label: 'Missing properties',
  columns: ['Type', 'Missing', 'Objects', 'Documented at', 'Syntax', 'First starts at line'],
  rows,
})
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
const docs = 'https://developers.google.com/search/docs/appearance/structured-data/'
const article = {
  '@type': 'Article',
  headline: 'Tides',
  image: '/tide.jpg',
  datePublished: '2026-03-31',
  dateModified: '2026-04-02',
  author: { '@type': 'Person', name: 'Jane', url: 'https://example.com/jane' },
}
const { dateModified: _, ...unmodified } = article
const business = { '@type': 'Plumber', name: 'Pipes', address: 'Quay 4', telephone: '+47 1', geo: 'x' }

testCheck(structuredDataRecommended, {
  passes: {
    'an article with all of it': facts(article),
    'an author who is only named, or told elsewhere': facts(
      { ...article, author: 'Jane' },
      { ...article, author: { '@id': 'https://example.com/people#jane' } },
    ),
    'an author by reference': facts({
      '@graph': [
        { ...article, author: { '@id': '#jane' } },
        { '@type': 'Person', '@id': '#jane', name: 'Jane', sameAs: 'https://social.example/jane' },
      ],
    }),
    'an organization, of which all is recommended only where it applies': facts({ '@type': 'Organization' }),
    'a product that lacks what is required, which is reported first': facts({ '@type': 'Product', name: 'Anchor' }),
    'a product with a rating, which is not sold here': facts({
      '@type': 'Product',
      name: 'Anchor',
      aggregateRating: { '@type': 'AggregateRating', ratingValue: 4, ratingCount: 2 },
    }),
    'an article that is read on another page': facts({ ...unmodified, url: 'https://example.com/tides' }),
    'an article that is named by the URL of another page': facts({
      ...unmodified,
      '@id': 'https://example.com/tides#article',
    }),
    'articles within a list': facts({ '@type': 'Blog', blogPost: [unmodified] }),
    'a business that stands on every page': facts(business),
    'an application without ratings': facts({ '@type': 'WebApplication', name: 'Tide table' }),
  },
  fails: {
    'an article without the day of its change': {
      facts: facts(unmodified),
      finds: {
        severity: 'info',
        message: 'Missing recommended structured data properties of Article: dateModified',
        evidence: [table(['Article', 'dateModified', '1', `${docs}article`, 'JSON-LD', '12'])],
      },
    },
    'an article whose URL is that of the page': {
      facts: facts({ ...unmodified, url: 'https://example.com/page/' }),
      finds: {
        message: 'Missing recommended structured data properties of Article: dateModified',
        evidence: [
          table([
            'Article',
            'dateModified',
            '1',
            'https://developers.google.com/search/docs/appearance/structured-data/article',
            'JSON-LD',
            '12',
          ]),
        ],
      },
    },
    'the same article in Microdata': {
      facts: {
        markupItems: [
          {
            syntax: 'microdata',
            raw: JSON.stringify({ '@context': 'https://schema.org', ...unmodified }),
            types: ['Article'],
            path: 'body > main > article',
            line: 7,
          },
        ],
      },
      finds: {
        message: 'Missing recommended structured data properties of Article: dateModified',
        evidence: [table(['Article', 'dateModified', '1', `${docs}article`, 'Microdata', '7'])],
      },
    },
    'several of one type, those alike in one row': {
      facts: facts(unmodified, unmodified, { ...article, image: '' }),
      finds: {
        message: 'Missing recommended structured data properties of Article: dateModified, image',
        evidence: [
          table(
            ['Article', 'dateModified', '2', `${docs}article`, 'JSON-LD', '12'],
            ['Article', 'image', '1', `${docs}article`, 'JSON-LD', '12'],
          ),
        ],
      },
    },
    'a product for sale, by both of its results': {
      facts: facts({ '@type': 'Product', name: 'Anchor', offers: { '@type': 'Offer', price: 49 } }),
      finds: {
        message:
          'Missing recommended structured data properties of Product: offers.availability, one of offers.priceCurrency/offers.priceSpecification.priceCurrency, image, description',
        evidence: [
          table(
            [
              'Product',
              'offers.availability; one of offers.priceCurrency/offers.priceSpecification.priceCurrency',
              '1',
              `${docs}product-snippet`,
              'JSON-LD',
              '12',
            ],
            ['Product', 'image; description', '1', `${docs}merchant-listing`, 'JSON-LD', '12'],
          ),
        ],
      },
    },
    'a business on the start page': {
      facts: { isSeed: true, ...facts(business) },
      finds: {
        message:
          'Missing recommended structured data properties of Plumber: one of openingHoursSpecification/openingHours, url',
        evidence: [
          table([
            'Plumber',
            'one of openingHoursSpecification/openingHours; url',
            '1',
            'https://developers.google.com/search/docs/appearance/structured-data/local-business',
            'JSON-LD',
            '12',
          ]),
        ],
      },
    },
    'a business on its own page': {
      facts: facts({ ...business, url: '/page' }),
      finds: {
        message:
          'Missing recommended structured data properties of Plumber: one of openingHoursSpecification/openingHours',
        evidence: [
          table([
            'Plumber',
            'one of openingHoursSpecification/openingHours',
            '1',
            'https://developers.google.com/search/docs/appearance/structured-data/local-business',
            'JSON-LD',
            '12',
          ]),
        ],
      },
    },
  },
  skips: {
    'a page that is not shown in search': {
      facts: { isNoindex: true, ...facts(unmodified) },
      reason: 'The page has noindex',
    },
  },
})

const issuesOf = (overrides: FactOverrides) =>
  runPageChecks(pageFactsWith(overrides), [structuredDataRecommended], (_, error) => {
    throw error
  }).issues.map(issue => issue.message)

test('all types of a page are one finding', () => {
  const course = { '@type': 'Course', name: 'Knots', description: 'Twelve knots.' }
  assert.deepEqual(issuesOf(facts(unmodified, course, course)), [
    'Missing recommended structured data properties of Article: dateModified (2 types in total)',
  ])
})

test('a type of which one thing lacks what is required is left to that finding', () => {
  const course = { '@type': 'Course', name: 'Knots' }
  assert.deepEqual(issuesOf(facts(course, { ...course, description: 'Twelve knots.' })), [])
})

test('things that point to each other without end are checked up to the bound', () => {
  const reviews = Array.from({ length: 600 }, (_, at) => ({
    '@type': 'Review',
    '@id': `#r${at}`,
    author: 'Jane',
    reviewRating: { '@type': 'Rating', ratingValue: 4 },
  }))
  const all = reviews.map(review => ({ '@id': review['@id'] }))
  const products = Array.from({ length: 600 }, (_, at) => ({ '@type': 'Product', name: `Anchor ${at}`, review: all }))
  assert.deepEqual(issuesOf(facts({ '@graph': [...products, ...reviews] })), [])
  let deep: unknown = 'Anchor'
  for (let level = 0; level < 5_000; level++) deep = [deep]
  assert.deepEqual(issuesOf(facts({ '@type': 'Product', name: deep, offers: deep })), [])
})

test('the message names six properties, and how many more there are', () => {
  const recipe = { '@type': 'Recipe', name: 'Fish soup', image: '/soup.jpg' }
  const messageOf = (content: object) => {
    const { issues } = runPageChecks(pageFactsWith(facts(content)), [structuredDataRecommended], () => {})
    return issues[0]?.message.replace(/^.* of Recipe: /, '')
  }
  const names = 'description, recipeCategory, recipeIngredient, recipeInstructions, recipeYield'
  const times = 'one of totalTime/cookTime/prepTime'
  assert.equal(messageOf(recipe), `author, ${names}, and 1 more`)
  assert.equal(messageOf({ ...recipe, author: 'Jane' }), `${names}, ${times}`)
})
