import { documentation } from './rule.ts'

/** For the document: rich results of Google's documentation that no check covers. */

/** Still shown, but not checked, or checked elsewhere. */
export const uncheckedResults: readonly { title: string; types: readonly string[]; why: string; url: string }[] = [
  {
    title: 'Breadcrumb',
    types: ['BreadcrumbList'],
    why: 'Checked by `structured-data-breadcrumb-invalid`: positions, URLs and their status codes.',
    url: documentation('breadcrumb'),
  },
  {
    title: 'Carousel',
    types: ['ItemList'],
    why: 'Most lists are not meant as a carousel, and the markup does not show which are.',
    url: documentation('carousel'),
  },
  {
    title: 'Organization',
    types: ['Organization'],
    why: 'Nothing is required, and all properties are recommended only if they apply.',
    url: documentation('organization'),
  },
  {
    title: 'Merchant shipping policy',
    types: ['ShippingService', 'OfferShippingDetails'],
    why: 'An addition to a merchant listing, which is shown without it.',
    url: documentation('shipping-policy'),
  },
  {
    title: 'Vacation rental',
    types: ['VacationRental'],
    why: 'Only for websites that Google has selected.',
    url: documentation('vacation-rental'),
  },
  {
    title: 'Book actions',
    types: ['Book'],
    why: 'Read from feeds of approved providers, not from pages. Ratings of books are checked.',
    url: documentation('book'),
  },
]

/** No longer shown, so nothing is missing. */
export const retiredResults: readonly { title: string; types: readonly string[]; since: string; url: string }[] = [
  {
    title: 'FAQ',
    types: ['FAQPage'],
    since: 'since 7 May 2026; from August 2023 on of a few public authorities alone',
    url: 'https://developers.google.com/search/updates',
  },
  {
    title: 'How-to',
    types: ['HowTo'],
    since: 'since 13 September 2023',
    url: 'https://developers.google.com/search/blog/2023/08/howto-faq-changes',
  },
  {
    title: 'Sitelinks search box',
    types: ['WebSite with SearchAction'],
    since: 'since 21 November 2024',
    url: 'https://developers.google.com/search/blog/2024/10/sitelinks-search-box',
  },
  ...[
    { title: 'Course info', types: ['Course with hasCourseInstance'] },
    { title: 'Estimated salary', types: ['Occupation', 'OccupationAggregationByEmployer'] },
    { title: 'Fact check', types: ['ClaimReview'] },
    { title: 'Learning video', types: ['LearningResource with VideoObject'] },
    { title: 'Special announcement', types: ['SpecialAnnouncement'] },
    { title: 'Vehicle listing', types: ['Car', 'Vehicle'] },
  ].map(each => ({
    ...each,
    since: 'given up on 12 June 2025',
    url: 'https://developers.google.com/search/blog/2025/06/simplifying-search-results',
  })),
]
