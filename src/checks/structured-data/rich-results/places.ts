import { ratings } from './ratings.ts'
import { type RichResult, richResult, rule } from './rule.ts'

/** Businesses, events and jobs, which are somewhere. */

/** Not those kinds that are a state of something else (CourseInstance, PublicationEvent, DeliveryEvent, UserInteraction). */
const events = [
  ...['Event', 'BusinessEvent', 'ChildrensEvent', 'ComedyEvent', 'DanceEvent', 'EducationEvent', 'ExhibitionEvent'],
  ...['Festival', 'FoodEvent', 'LiteraryEvent', 'MusicEvent', 'SaleEvent', 'ScreeningEvent', 'SocialEvent'],
  ...['SportsEvent', 'TheaterEvent', 'VisualArtsEvent', 'ConferenceEvent', 'Hackathon', 'PerformingArtsEvent'],
]
const named = rule({ recommended: ['name'] })

export const placeResults: readonly RichResult[] = [
  richResult({
    title: 'Event',
    page: 'event',
    types: events,
    exceptWith: ['eventAttendanceMode=OnlineEventAttendanceMode'],
    required: ['name', 'startDate', 'location'],
    recommended: ['description', 'endDate', 'image', 'offers', 'organizer'],
    whereItApplies: ['eventStatus', 'location.name', 'offers.validFrom', 'performer', 'previousStartDate'],
    parts: {
      location: [rule({ types: ['Place'], isWithKinds: true, required: ['address'] })],
      offers: [
        rule({
          types: ['Offer'],
          recommended: [
            'availability|validFrom',
            'price|priceSpecification.price',
            'priceCurrency|priceSpecification.priceCurrency',
            'url',
          ],
        }),
        rule({ types: ['AggregateOffer'], recommended: ['lowPrice', 'priceCurrency', 'url'] }),
      ],
      organizer: [rule({ recommended: ['name', 'url'] })],
      performer: [named],
      ...ratings,
    },
    note: 'Online-only events are not shown, and not checked.',
  }),
  richResult({
    title: 'Job posting',
    page: 'job-posting',
    types: ['JobPosting'],
    required: [
      ...['title', 'description', 'datePosted', 'hiringOrganization'],
      'jobLocation|applicantLocationRequirements',
    ],
    recommended: ['baseSalary', 'employmentType', 'identifier'],
    whereItApplies: [
      ...['applicantLocationRequirements', 'directApply', 'educationRequirements', 'experienceInPlaceOfEducation'],
      ...['experienceRequirements', 'jobLocationType', 'validThrough'],
    ],
    parts: {
      jobLocation: [rule({ required: ['address'], parts: { address: [rule({ required: ['addressCountry'] })] } })],
    },
  }),
  richResult({
    title: 'Local business',
    page: 'local-business',
    types: ['LocalBusiness'],
    isWithKinds: true,
    isOfOwner: true,
    required: ['name', 'address'],
    recommended: ['geo', 'openingHoursSpecification|openingHours', 'telephone', 'url'],
    whereItApplies: [
      ...['aggregateRating', 'department', 'priceRange', 'review'],
      ...['openingHoursSpecification.validFrom', 'openingHoursSpecification.validThrough'],
    ],
    parts: {
      geo: [rule({ recommended: ['latitude', 'longitude'] })],
      openingHoursSpecification: [
        rule({ recommended: ['opens', 'closes', { need: 'dayOfWeek', unless: ['validFrom'] }] }),
      ],
    },
    note: 'Kinds of businesses count, but for VacationRental. openingHours, an older way to say it, is taken as well.',
  }),
  richResult({
    title: 'Local business: places to eat',
    page: 'local-business',
    types: ['FoodEstablishment'],
    isWithKinds: true,
    isOfOwner: true,
    recommended: ['menu|hasMenu', 'servesCuisine'],
  }),
]
