import { type StructuredNode, shortName, valuesOf } from './structured-nodes.ts'

interface Judged {
  node: StructuredNode
  property: string
  value: string | number
  baseUrl: string
}

/** What was expected instead, in words for a person; null when the value is in order or nothing is known about the property. */
export function valueFault({ node, property, value, baseUrl }: Judged): string | null {
  const text = String(value).trim()
  if (dates.has(property)) return typeof value === 'string' && !isDate(text) ? 'date by ISO 8601' : null
  if (prices.has(property)) return isNumber(text) ? null : 'number with a point as decimal mark'
  if (property === 'priceCurrency') return isCurrency(text) ? null : 'currency code by ISO 4217'
  if (property === 'ratingValue') return ratingFault(node, text)
  const allowed = enumerations.get(property)
  if (allowed) return allowed.has(shortName(text).toLowerCase()) ? null : `value of schema.org for ${property}`
  if (addresses.has(property) && text !== '') return URL.canParse(text, baseUrl) ? null : 'address'
  return null
}

const dates: ReadonlySet<string> = new Set([
  ...['dateCreated', 'dateModified', 'datePublished', 'uploadDate', 'startDate', 'endDate', 'previousStartDate'],
  ...[
    'datePosted',
    'validFrom',
    'validThrough',
    'priceValidUntil',
    'availabilityStarts',
    'availabilityEnds',
    'expires',
  ],
  ...['birthDate', 'deathDate', 'foundingDate', 'dissolutionDate'],
])
const prices: ReadonlySet<string> = new Set(['price', 'lowPrice', 'highPrice', 'minPrice', 'maxPrice'])
const addresses: ReadonlySet<string> = new Set([
  ...['url', 'contentUrl', 'embedUrl', 'thumbnailUrl', 'image', 'logo', 'sameAs', 'item'],
])

const lowerCase = (...names: string[]): ReadonlySet<string> => new Set(names.map(name => name.toLowerCase()))
/** schema.org writes them in capitals; nobody refuses other cases. */
const enumerations: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  [
    'availability',
    lowerCase(
      ...['BackOrder', 'Discontinued', 'InStock', 'InStoreOnly', 'LimitedAvailability', 'MadeToOrder', 'OnlineOnly'],
      ...['OutOfStock', 'PreOrder', 'PreSale', 'Reserved', 'SoldOut'],
    ),
  ],
  ['itemCondition', lowerCase('DamagedCondition', 'NewCondition', 'RefurbishedCondition', 'UsedCondition')],
  [
    'eventStatus',
    lowerCase('EventCancelled', 'EventMovedOnline', 'EventPostponed', 'EventRescheduled', 'EventScheduled'),
  ],
  [
    'eventAttendanceMode',
    lowerCase('MixedEventAttendanceMode', 'OfflineEventAttendanceMode', 'OnlineEventAttendanceMode'),
  ],
])

/** Calendar, week and ordinal dates, times and zones, extended or basic; a blank for the T is read by everyone. */
const ISO_8601 =
  /^(?<year>[+-]?\d{4,6})(?:-?W\d{2}(?:-?\d)?|-?\d{3}|-(?<month>\d{2})(?:-(?<day>\d{2}))?|(?<basicMonth>\d{2})(?<basicDay>\d{2}))?(?:[T ](?<hour>\d{2})(?::?(?<minute>\d{2})(?::?\d{2}(?:[.,]\d+)?)?)? ?(?:Z|UTC|GMT|[+-]\d{2}(?::?\d{2})?)?)?$/i
const MAX_DATE_LENGTH = 60

function isDate(text: string): boolean {
  const parts = text.length > MAX_DATE_LENGTH ? undefined : ISO_8601.exec(text)?.groups
  if (!parts) return false
  const month = parts.month ?? parts.basicMonth
  const day = parts.day ?? parts.basicDay
  if (month !== undefined && !isWithin(Number(month), 1, 12)) return false
  if (day !== undefined && !isWithin(Number(day), 1, daysOf(Number(parts.year), Number(month)))) return false
  return isWithin(Number(parts.hour ?? 0), 0, 24) && isWithin(Number(parts.minute ?? 0), 0, 59)
}

function daysOf(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate()
}

const isWithin = (value: number, from: number, to: number): boolean => value >= from && value <= to

function isNumber(text: string): boolean {
  return text.length < 40 && /^-?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i.test(text)
}

/** Those of ISO 4217, past ones included; schema.org also takes the signs of the well-known digital ones. */
const currencies: ReadonlySet<string> = new Set([
  ...Intl.supportedValuesOf('currency'),
  ...['BTC', 'XBT', 'ETH', 'LTC', 'XRP', 'BCH', 'DOGE', 'USDT', 'USDC', 'XMR', 'SOL', 'ADA'],
])

function isCurrency(text: string): boolean {
  return currencies.has(text.toUpperCase())
}

/** Shares and fractions (`60%`, `6/10`) name their own scale. Where none is given it goes from 1 to 5. */
function ratingFault(node: StructuredNode, text: string): string | null {
  if (/[%/]/.test(text)) return null
  if (!isNumber(text)) return 'number with a point as decimal mark'
  const worst = boundOf(node, 'worstRating') ?? 1
  const best = boundOf(node, 'bestRating') ?? 5
  if (Number.isNaN(worst) || Number.isNaN(best) || worst > best) return null
  return isWithin(Number(text), worst, best) ? null : `rating from ${worst} to ${best}`
}

function boundOf(node: StructuredNode, property: string): number | null {
  const [value] = valuesOf(node, property)
  return typeof value === 'string' || typeof value === 'number' ? Number(value) : null
}
