import { schemaOrg } from './schema-org.ts'

/** A type for which Google shows a rich result, with the properties that it requires. */
export interface RichResult {
  /** The type and those kinds of it that are meant. */
  names: ReadonlySet<string>
  /** All kinds of these types are meant, too. */
  isWithKinds?: true
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
  ...['SportsEvent', 'TheaterEvent', 'VisualArtsEvent', 'ConferenceEvent', 'Hackathon', 'PerformingArtsEvent'],
]
/**
 * Google's search gallery (developers.google.com/search/docs/appearance/structured-data/search-gallery) as of 2026; each row names the
 * page of the documentation that lists what is required. Not here: types without a required property (Article, Organization), those
 * whose result is no longer shown (such as HowTo, ClaimReview, SpecialAnnouncement, Vehicle), those that Google reads of sites alone that
 * it has chosen (FAQPage, VacationRental), those that are only read as part of others, and BreadcrumbList, which has its own check.
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
  {
    names: new Set(['LocalBusiness']),
    isWithKinds: true,
    needs: [['name'], ['address']],
    url: documentation('local-business'),
  },
  { names: new Set(['ProductGroup']), needs: [['name']], url: documentation('product-variants') },
  { names: new Set(['Course']), needs: [['name'], ['description']], url: documentation('course') },
  { names: new Set(['Movie']), needs: [['name'], ['image']], url: documentation('movie') },
  {
    names: new Set(['ImageObject']),
    needs: [['contentUrl']],
    url: documentation('image-license-metadata'),
    onlyWith: ['license', 'acquireLicensePage'],
  },
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
  const result = richResults.find(each => types.some(type => isMeant(type, each)))
  if (!result || result.exceptWith?.some(name => properties.has(name))) return null
  return result.onlyWith?.some(name => properties.has(name)) === false ? null : result
}

/** Whether the result is about things of this type. */
export function isMeant(type: string, { names, isWithKinds }: RichResult): boolean {
  if (names.has(type)) return true
  const kinds = isWithKinds ? schemaOrg().types.get(type)?.kinds : undefined
  return kinds !== undefined && !OF_CHOSEN_SITES.has(type) && [...names].some(name => kinds.has(name))
}

/** A kind of business that has a result of its own. */
const OF_CHOSEN_SITES: ReadonlySet<string> = new Set(['VacationRental'])
