import { type StructuredNode, shortName, valuesOf } from './structured-nodes.ts'

interface CheckedValue {
  node: StructuredNode
  property: string
  value: string | number
  baseUrl: string
}

/** What was expected instead, in words for a person; null when the value is in order or nothing is known about the property. */
export function valueFault(checked: CheckedValue): string | null {
  return kinds.get(checked.property)?.(checked, String(checked.value).trim()) ?? null
}

/** Whether anything is known about the values of a property. */
export function isChecked(property: string): boolean {
  return kinds.has(property)
}

const lowerCase = (...names: string[]): ReadonlySet<string> => new Set(names.map(name => name.toLowerCase()))
/** schema.org writes them in capitals; other cases are accepted. */
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

type Kind = (checked: CheckedValue, text: string) => string | null

const date: Kind = ({ value }, text) => (typeof value === 'string' && !isDate(text) ? 'date by ISO 8601' : null)
const price: Kind = (_, text) => (isNumber(text) ? null : 'number with a point as decimal mark')
const currency: Kind = (_, text) => (isCurrency(text) ? null : 'currency code by ISO 4217')
const rating: Kind = ({ node }, text) => ratingFault(node, text)
const urlValue: Kind = ({ baseUrl }, text) => (text === '' || URL.canParse(text, baseUrl) ? null : 'URL')
const oneOf =
  (allowed: ReadonlySet<string>): Kind =>
  ({ property }, text) =>
    allowed.has(shortName(text).toLowerCase()) ? null : `value of schema.org for ${property}`

/** By property. */
const kinds: ReadonlyMap<string, Kind> = new Map([
  ...ofKind(date, ['dateCreated', 'dateModified', 'datePublished', 'uploadDate', 'startDate', 'endDate', 'expires']),
  ...ofKind(date, ['previousStartDate', 'datePosted', 'validFrom', 'validThrough', 'priceValidUntil']),
  ...ofKind(date, ['availabilityStarts', 'availabilityEnds', 'birthDate', 'deathDate', 'foundingDate']),
  ...ofKind(date, ['dissolutionDate']),
  ...ofKind(price, ['price', 'lowPrice', 'highPrice', 'minPrice', 'maxPrice']),
  ...ofKind(currency, ['priceCurrency']),
  ...ofKind(rating, ['ratingValue']),
  ...[...enumerations].flatMap(([property, allowed]) => ofKind(oneOf(allowed), [property])),
  ...ofKind(urlValue, ['url', 'contentUrl', 'embedUrl', 'thumbnailUrl', 'image', 'logo', 'sameAs', 'item']),
])

function ofKind(kind: Kind, properties: readonly string[]): [string, Kind][] {
  return properties.map(property => [property, kind])
}

/**
 * Calendar, week and ordinal dates, times and zones, extended or basic; a blank for the T is read by everyone. Its groups are year, month
 * and day, month and day of the basic form, hour, minute: with names they would be made an object for every date.
 */
const ISO_8601 =
  /^([+-]?\d{4,6})(?:-?W\d{2}(?:-?\d)?|-?\d{3}|-(\d{2})(?:-(\d{2}))?|(\d{2})(\d{2}))?(?:[T ](\d{2})(?::?(\d{2})(?::?\d{2}(?:[.,]\d+)?)?)? ?(?:Z|UTC|GMT|[+-]\d{2}(?::?\d{2})?)?)?$/i
const MAX_DATE_LENGTH = 60

function isDate(text: string): boolean {
  const parts = text.length > MAX_DATE_LENGTH ? null : ISO_8601.exec(text)
  if (!parts) return false
  const year = parts[1] ?? ''
  const month = parts[2] ?? parts[4]
  const day = parts[3] ?? parts[5]
  if (month !== undefined && !isWithin(Number(month), 1, 12)) return false
  if (day !== undefined && !isDayOf(Number(day), Number(month), year)) return false
  return isWithin(Number(parts[6] ?? 0), 0, 24) && isWithin(Number(parts[7] ?? 0), 0, 59)
}

/** Only February needs a calendar. */
function isDayOf(day: number, month: number, year: string): boolean {
  if (year.length === 4 && month !== FEBRUARY) return isWithin(day, 1, SHORT_MONTHS.has(month) ? 30 : 31)
  return isWithin(day, 1, new Date(Date.UTC(Number(year), month, 0)).getUTCDate())
}

const FEBRUARY = 2
const SHORT_MONTHS: ReadonlySet<number> = new Set([4, 6, 9, 11])

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
