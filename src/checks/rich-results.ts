/** A type for which Google shows a rich result, with the properties that it requires. */
export interface RichResult {
  /** The type and those kinds of it that are in use. */
  names: ReadonlySet<string>
  /** One property of each list. */
  needs: readonly (readonly string[])[]
  /** Without any of these the type only says what a page is, as many do, and no rich result is meant. */
  onlyWith?: readonly string[]
  /** Having one of these it is part of something else, and judged there. */
  exceptWith?: readonly string[]
  url: string
}

const documentation = (page: string): string =>
  `https://developers.google.com/search/docs/appearance/structured-data/${page}`

const events = [
  ...['Event', 'BusinessEvent', 'ChildrensEvent', 'ComedyEvent', 'DanceEvent', 'EducationEvent', 'ExhibitionEvent'],
  ...['Festival', 'FoodEvent', 'LiteraryEvent', 'MusicEvent', 'SaleEvent', 'ScreeningEvent', 'SocialEvent'],
  ...['SportsEvent', 'TheaterEvent', 'VisualArtsEvent'],
]
const businesses = [
  ...['LocalBusiness', 'Restaurant', 'CafeOrCoffeeShop', 'BarOrPub', 'Bakery', 'Store', 'AutoRepair', 'Dentist'],
  ...[
    'HairSalon',
    'BeautySalon',
    'LegalService',
    'Plumber',
    'Electrician',
    'RealEstateAgent',
    'HomeAndConstructionBusiness',
  ],
]

/**
 * Google's search gallery as of 2026. Not here: types without a required property (Article, Organization), those whose result
 * is no longer shown, and those that are only read as part of others.
 */
const richResults: readonly RichResult[] = [
  {
    names: new Set(['Product']),
    needs: [['name'], ['offers', 'review', 'aggregateRating']],
    exceptWith: ['isVariantOf', 'hasVariant', 'inProductGroupWithID'],
    url: documentation('product-snippet'),
  },
  { names: new Set(events), needs: [['name'], ['startDate'], ['location']], url: documentation('event') },
  {
    names: new Set(['VideoObject']),
    needs: [['name'], ['thumbnailUrl', 'thumbnail'], ['uploadDate']],
    url: documentation('video'),
  },
  { names: new Set(['Recipe']), needs: [['name'], ['image']], url: documentation('recipe') },
  {
    names: new Set(['JobPosting']),
    needs: [
      ['title'],
      ['description'],
      ['datePosted'],
      ['hiringOrganization'],
      ['jobLocation', 'applicantLocationRequirements', 'jobLocationType'],
    ],
    url: documentation('job-posting'),
  },
  { names: new Set(businesses), needs: [['name'], ['address']], url: documentation('local-business') },
  { names: new Set(['Dataset']), needs: [['name'], ['description']], url: documentation('dataset') },
  {
    names: new Set(['SoftwareApplication', 'MobileApplication', 'WebApplication']),
    needs: [['name'], ['offers']],
    url: documentation('software-app'),
    onlyWith: ['aggregateRating', 'review'],
  },
  {
    names: new Set(['Review', 'CriticReview', 'UserReview']),
    needs: [['itemReviewed'], ['author'], ['reviewRating']],
    url: documentation('review-snippet'),
  },
  {
    names: new Set(['AggregateRating']),
    needs: [['itemReviewed'], ['ratingValue'], ['ratingCount', 'reviewCount']],
    url: documentation('review-snippet'),
  },
  {
    names: new Set(['EmployerAggregateRating']),
    needs: [['itemReviewed'], ['ratingValue'], ['ratingCount', 'reviewCount']],
    url: documentation('employer-rating'),
  },
  { names: new Set(['QAPage']), needs: [['mainEntity']], url: documentation('qapage') },
  { names: new Set(['ProfilePage']), needs: [['mainEntity']], url: documentation('profile-page') },
  {
    names: new Set(['DiscussionForumPosting']),
    needs: [['author'], ['datePublished'], ['text', 'image', 'video', 'sharedContent']],
    url: documentation('discussion-forum'),
  },
]

/** What Google asks of an object of these types; null when it asks nothing, or asks it of another object. */
export function richResultOf(types: readonly string[], properties: ReadonlySet<string>): RichResult | null {
  const result = richResults.find(({ names }) => types.some(type => names.has(type)))
  if (!result || result.exceptWith?.some(name => properties.has(name))) return null
  return result.onlyWith?.some(name => properties.has(name)) === false ? null : result
}
