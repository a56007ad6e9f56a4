import type { JsonLdFact } from '#shared/element-facts.ts'
import { testCheck } from '../test-check.ts'
import { structuredDataRequired } from './structured-data-required.ts'

const table = (...rows: string[][]) => ({
  kind: 'table',
  label: 'Missing properties',
  columns: ['Type', 'Missing', 'Documented at', 'Syntax', 'Starts at line'],
  rows,
})
const lacks = (type: string, missing: string, page: string, syntax = 'JSON-LD', line = '12') => [
  type,
  missing,
  `https://developers.google.com/search/docs/appearance/structured-data/${page}`,
  syntax,
  line,
]
const missing = (type: string, properties: string, ...source: [page: string, syntax?: string, line?: string]) => ({
  message: `Missing required structured data properties of ${type}: ${properties.replaceAll('; ', ', ')}`,
  evidence: [table(lacks(type, properties, ...source))],
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
const product = { '@type': 'Product', name: 'Anchor' }
const offers = { '@type': 'Offer', price: 49, priceCurrency: 'EUR' }
const review = { '@type': 'Review', author: 'Jane', reviewRating: { '@type': 'Rating', ratingValue: 4 } }
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
      aggregateRating: { '@type': 'AggregateRating', ratingValue: 4, reviewCount: 12 },
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
      applicantLocationRequirements: { '@type': 'Country', name: 'Norway' },
    }),
    'an application without ratings, as most are': facts({ '@type': 'WebApplication', name: 'Tide table' }),
    'a rental that Google reads of chosen sites alone': facts({ '@type': 'VacationRental', name: 'Quay 4' }),
    'an instance of a course, which is a kind of event': facts({ '@type': 'CourseInstance', courseMode: 'onsite' }),
    'a picture without a licence': facts({ '@type': 'ImageObject', name: 'The quay' }),
    'a picture with a licence and url in place of contentUrl': facts({
      '@type': 'ImageObject',
      url: '/quay.jpg',
      license: '/licence',
    }),
    'offers that give their price in a specification, in a list of JSON-LD': facts({
      ...product,
      offers: { '@list': [{ '@type': 'Offer', priceSpecification: { '@type': 'PriceSpecification', price: 9 } }] },
    }),
    'a review that a product points to': facts({
      '@graph': [
        { ...product, review: { '@id': '#review' } },
        { '@type': 'Review', '@id': '#review', author: 'Jane', reviewRating: { '@type': 'Rating', ratingValue: 4 } },
      ],
    }),
    'a product that a review points to': facts({
      '@graph': [
        { ...product, '@id': '#anchor' },
        { ...review, itemReviewed: { '@id': '#anchor' } },
      ],
    }),
    'a product that a rating points to, under the whole of its name': facts(
      { ...product, '@id': 'https://example.com/page#anchor' },
      { '@type': 'AggregateRating', itemReviewed: { '@id': '#anchor' }, ratingValue: 4, ratingCount: 2 },
    ),
    'a product that an offer points to': facts({
      '@graph': [
        { ...product, '@id': '#anchor' },
        { ...offers, itemOffered: { '@id': '#anchor' } },
      ],
    }),
    'products that a list points to': facts({
      '@graph': [
        {
          '@type': 'ItemList',
          itemListElement: [{ '@type': 'ListItem', position: 1, item: { '@id': '#anchor' } }],
        },
        { ...product, '@id': '#anchor' },
      ],
    }),
    'variants that their group points to': facts({
      '@graph': [
        { '@type': 'ProductGroup', name: 'Anchors', hasVariant: [{ '@id': '#anchor' }] },
        { ...product, '@id': '#anchor' },
      ],
    }),
    'an offer that is described on another page': facts({
      ...product,
      offers: { '@id': 'https://example.com/offers#1' },
    }),
    'types in a list, one of them of another vocabulary': facts({
      '@type': ['http://schema.org/Product', 'http://example.org/Anchor'],
      name: 'Anchor',
      offers,
    }),
    'properties by their whole URL': facts({
      '@type': 'Product',
      'https://schema.org/name': 'Anchor',
      'schema:offers': offers,
    }),
    'names that another vocabulary may have given': {
      jsonLd: [
        {
          raw: JSON.stringify({
            '@context': ['https://schema.org', { titel: 'http://schema.org/name' }],
            '@type': 'Product',
            titel: 'Anchor',
            offers,
          }),
          line: 1,
          error: null,
          types: ['Product'],
        },
      ],
    },
    'values of schema.org by URL or short': facts(
      {
        '@type': 'Organization',
        hasMerchantReturnPolicy: {
          '@type': 'MerchantReturnPolicy',
          applicableCountry: 'NO',
          returnPolicyCategory: 'https://schema.org/MerchantReturnFiniteReturnWindow',
          merchantReturnDays: 30,
        },
      },
      {
        '@type': 'MerchantReturnPolicy',
        applicableCountry: 'NO',
        returnPolicyCategory: 'MerchantReturnNotPermitted',
      },
      { '@type': 'MerchantReturnPolicy', merchantReturnLink: 'https://example.com/returns' },
    ),
    'an event that takes place online alone, which is not shown': facts({
      '@type': 'Event',
      eventAttendanceMode: 'http://schema.org/OnlineEventAttendanceMode',
    }),
    'an event at a place that is only named': facts({
      '@type': 'Event',
      name: 'Shanties',
      startDate: '2026-03-31',
      location: 'The quay',
    }),
    'a question without an answer': facts({
      '@type': 'QAPage',
      mainEntity: { '@type': 'Question', name: 'How deep?', answerCount: 0 },
    }),
    'a profile whose person stands elsewhere in the graph': facts({
      '@graph': [
        { '@type': 'ProfilePage', mainEntity: { '@id': '#jane' } },
        { '@type': 'Person', '@id': '#jane', name: 'Jane' },
      ],
    }),
    'a post that is read on another page': facts({
      '@type': 'DiscussionForumPosting',
      url: 'https://example.com/thread',
      author: 'Jane',
      datePublished: '2026-03-31',
    }),
    'a Quiz of other questions than flashcards': facts({
      '@type': 'Quiz',
      hasPart: { '@type': 'Question', name: 'How deep?' },
    }),
    'a page whose steps point to it': facts({
      '@type': 'BreadcrumbList',
      itemListElement: [{ '@type': 'ListItem', position: 1, item: { '@id': 'https://example.com/page' } }],
    }),
    'results that Google no longer shows': facts(
      ...['FAQPage', 'HowTo', 'ClaimReview', 'SpecialAnnouncement', 'Occupation', 'Vehicle'].map(type => ({
        '@type': type,
      })),
    ),
    'a review that speaks for and against, without stars': facts({
      ...product,
      review: { '@type': 'Review', author: 'Jane', positiveNotes: { '@type': 'ItemList' } },
    }),
    'another vocabulary': { jsonLd: [{ raw: '{"@type":"Product"}', line: 1, error: null, types: ['Product'] }] },
  },
  fails: {
    'a product without offer and rating': {
      facts: facts(product),
      finds: {
        severity: 'warning',
        message: 'Missing required structured data properties of Product: one of offers/review/aggregateRating',
        evidence: [table(lacks('Product', 'one of offers/review/aggregateRating', 'product-snippet'))],
      },
    },
    'a product in RDFa without offer and rating': {
      facts: items('rdfa', product),
      finds: missing('Product', 'one of offers/review/aggregateRating', 'product-snippet', 'RDFa', '7'),
    },
    'an event in Microdata without date': {
      facts: items('microdata', { '@type': 'Event', name: 'Shanties', location: '' }),
      finds: missing('Event', 'startDate; location', 'event', 'Microdata', '7'),
    },
    'an empty value': {
      facts: facts({ ...product, name: ' ', offers }),
      finds: missing('Product', 'name', 'product-snippet'),
    },
    'a kind of event, named by its full URL': {
      facts: facts({ '@type': ['https://schema.org/MusicEvent', 'Thing'], name: 'Shanties', location: 'Quay' }),
      finds: missing('MusicEvent', 'startDate', 'event'),
    },
    'a video in a graph': {
      facts: facts({ '@graph': [{ '@type': 'VideoObject', name: 'Tides' }] }),
      finds: missing('VideoObject', 'one of thumbnailUrl/thumbnail; uploadDate', 'video'),
    },
    'the main entity of a page': {
      facts: facts({ '@type': 'ItemPage', mainEntity: product }),
      finds: missing('Product', 'one of offers/review/aggregateRating', 'product-snippet'),
    },
    'an application with ratings that has no price': {
      facts: facts({ '@type': 'WebApplication', name: 'Tide table', review }),
      finds: missing('WebApplication', 'offers', 'software-app'),
    },
    'a kind of business that is not often met': {
      facts: facts({ '@type': 'TattooParlor', name: 'Anchor' }),
      finds: missing('TattooParlor', 'address', 'local-business'),
    },
    'a course': {
      facts: facts({ '@type': 'Course', name: 'Knots' }),
      finds: missing('Course', 'description', 'course'),
    },
    'a film without picture': {
      facts: facts({ '@type': 'Movie', name: 'Tides' }),
      finds: missing('Movie', 'image', 'movie'),
    },
    'a picture with a licence and no URL of its own': {
      facts: facts({ '@type': 'ImageObject', license: '/licence' }),
      finds: missing('ImageObject', 'one of contentUrl/url', 'image-license-metadata'),
    },
    'an offer without price, and how many reviews lack a rating': {
      facts: facts({ ...product, offers: { '@type': 'Offer' }, review: [review, { ...review, reviewRating: [] }] }),
      finds: {
        message:
          'Missing required structured data properties of Product: one of offers.price/offers.priceSpecification.price, review.reviewRating',
        evidence: [
          table(
            lacks(
              'Product',
              'one of offers.price/offers.priceSpecification.price; review.reviewRating (1 of 2)',
              'product-snippet',
            ),
          ),
        ],
      },
    },
    'a rating without its number, in Microdata': {
      facts: items('microdata', { ...product, aggregateRating: { '@type': 'AggregateRating', ratingValue: '4' } }),
      finds: {
        message:
          'Missing required structured data properties of Product: one of aggregateRating.ratingCount/aggregateRating.reviewCount',
        evidence: [
          table(
            lacks(
              'Product',
              'one of aggregateRating.ratingCount/aggregateRating.reviewCount',
              'product-snippet',
              'Microdata',
              '7',
            ),
          ),
        ],
      },
    },
    'a lowest price without currency, in RDFa': {
      facts: items('rdfa', { ...product, offers: { '@type': 'AggregateOffer', lowPrice: '49' } }),
      finds: missing('Product', 'offers.priceCurrency', 'product-snippet', 'RDFa', '7'),
    },
    'what a thing lacks that another points to': {
      facts: facts({
        '@graph': [
          { ...product, review: { '@id': '#review' } },
          { '@type': 'Review', '@id': '#review', author: 'Jane' },
        ],
      }),
      finds: {
        message: 'Missing required structured data properties of Product: review.reviewRating (2 objects in total)',
        evidence: [
          table(
            lacks('Product', 'review.reviewRating', 'product-snippet'),
            lacks('Review', 'reviewRating', 'review-snippet'),
          ),
        ],
      },
    },
    'a product that only a breadcrumb points to': {
      facts: facts({
        '@graph': [
          {
            '@type': 'BreadcrumbList',
            itemListElement: [{ '@type': 'ListItem', position: 1, item: { '@id': '#anchor' } }],
          },
          { ...product, '@id': '#anchor' },
        ],
      }),
      finds: missing('Product', 'one of offers/review/aggregateRating', 'product-snippet'),
    },
    'a place without address': {
      facts: facts({
        '@type': 'MusicEvent',
        name: 'Shanties',
        startDate: '2026-03-31',
        location: { '@type': 'StadiumOrArena', name: 'Quay' },
      }),
      finds: missing('MusicEvent', 'location.address', 'event'),
    },
    'a job without country': {
      facts: facts({
        '@type': 'JobPosting',
        title: 'Pilot',
        description: 'Pilots ships.',
        datePosted: '2026-03-31',
        hiringOrganization: 'Harbour',
        jobLocation: { '@type': 'Place', address: { '@type': 'PostalAddress', addressLocality: 'Bergen' } },
      }),
      finds: missing('JobPosting', 'jobLocation.address.addressCountry', 'job-posting'),
    },
    'a recipe that counts calories of unknown servings, and steps without text': {
      facts: facts({
        '@type': 'Recipe',
        name: 'Chowder',
        image: '/chowder.jpg',
        nutrition: { '@type': 'NutritionInformation', calories: '300 kcal' },
        recipeInstructions: [
          { '@type': 'HowToStep', text: 'Stir.' },
          { '@type': 'HowToSection', itemListElement: [{ '@type': 'HowToStep', name: 'Serve' }] },
        ],
      }),
      finds: {
        message:
          'Missing required structured data properties of Recipe: recipeYield, recipeInstructions.name, one of recipeInstructions.itemListElement.text/recipeInstructions.itemListElement.itemListElement',
        evidence: [
          table(
            lacks(
              'Recipe',
              'recipeYield; recipeInstructions.name; one of recipeInstructions.itemListElement.text/recipeInstructions.itemListElement.itemListElement',
              'recipe',
            ),
          ),
        ],
      },
    },
    'a policy of returns within days that are not told, within another thing': {
      facts: facts({
        ...product,
        offers: {
          ...offers,
          hasMerchantReturnPolicy: {
            '@type': 'MerchantReturnPolicy',
            applicableCountry: 'NO',
            returnPolicyCategory: 'http://schema.org/MerchantReturnFiniteReturnWindow',
          },
        },
      }),
      finds: missing('MerchantReturnPolicy', 'merchantReturnDays', 'return-policy'),
    },
    'a response without text': {
      facts: facts({
        '@type': 'QAPage',
        mainEntity: { '@type': 'Question', name: 'How deep?', answerCount: 1, acceptedAnswer: { '@type': 'Answer' } },
      }),
      finds: missing('QAPage', 'mainEntity.acceptedAnswer.text', 'qapage'),
    },
    'a part that is closed on a page that does not say so': {
      facts: facts({
        '@type': 'NewsArticle',
        hasPart: { '@type': 'WebPageElement', isAccessibleForFree: false, cssSelector: '.closed' },
      }),
      finds: missing('NewsArticle', 'isAccessibleForFree', 'paywalled-content'),
    },
    'a clip without its beginning': {
      facts: facts({
        '@type': 'VideoObject',
        name: 'Tides',
        thumbnailUrl: '/tide.jpg',
        uploadDate: '2026-03-31',
        hasPart: { '@type': 'Clip', name: 'Ebb', url: '/page?t=30' },
      }),
      finds: missing('VideoObject', 'hasPart.startOffset', 'video'),
    },
    'several objects': {
      facts: facts(product, { '@type': 'Recipe', name: 'Chowder' }),
      finds: {
        message:
          'Missing required structured data properties of Product: one of offers/review/aggregateRating (2 objects in total)',
        evidence: [
          table(
            lacks('Product', 'one of offers/review/aggregateRating', 'product-snippet'),
            lacks('Recipe', 'image', 'recipe'),
          ),
        ],
      },
    },
  },
  skips: {
    'a page that is not shown in search': {
      facts: { isNoindex: true, ...facts(product) },
      reason: 'The page has noindex',
    },
  },
})
