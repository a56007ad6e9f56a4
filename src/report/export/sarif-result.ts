import { checkById } from '#checks/index.ts'
import type { IssueDetails } from '#shared/model.ts'
import type { CrawlRow, IssueRow, SuppressedIssueRow } from '#store/store.ts'
import type { BaselineFinding } from '../baseline/baseline-schema.ts'
import { findingIdentity } from '../baseline/fingerprint.ts'
import { issueSource } from '../issue-list.ts'
import { mutedReason } from '../muted-reason.ts'
import { sarifLevels } from './sarif-rule.ts'

/** Places named with one result. */
const MAX_PLACES = 20
const ruleIndexes: ReadonlyMap<string, number> = new Map([...checkById.keys()].map((id, index) => [id, index]))

/** An issue as a result (SARIF 3.27): where it is shown, and the places in pages that name it. */
export function sarifResult(issue: IssueRow, { seedUrl }: Pick<CrawlRow, 'seedUrl'>) {
  const { checkId: check, type, severity, message, pageUrl, affectedCount, details } = issue
  const places = relatedPlaces(details)
  return {
    ...resultHead({ seedUrl, finding: { check, severity, message, pageUrl, details } }),
    ...(places.length === 0 ? {} : { relatedLocations: places }),
    properties: { url: pageUrl, type, affectedCount, source: issueSource(details) },
  }
}

/** An issue that somebody has decided to keep out of the report, and why (SARIF 3.35). */
export function suppressedResult(issue: SuppressedIssueRow, crawl: Pick<CrawlRow, 'seedUrl'>) {
  const suppression = { kind: 'external', status: 'accepted', justification: mutedReason(issue) }
  return { ...sarifResult(issue, crawl), suppressions: [suppression] }
}

/** A finding of the baseline that is gone. */
export function absentResult(finding: BaselineFinding, seedUrl: string) {
  return { ...resultHead({ seedUrl, finding }), baselineState: 'absent', properties: { url: finding.pageUrl } }
}

function resultHead({ seedUrl, finding }: { seedUrl: string; finding: BaselineFinding }) {
  const { check, severity, message, pageUrl } = finding
  const ruleIndex = ruleIndexes.get(check)
  const { fingerprint } = findingIdentity({ seedUrl, finding })
  return {
    ruleId: check,
    ...(ruleIndex === undefined ? {} : { ruleIndex }),
    level: sarifLevels[severity],
    message: sarifMessage(message),
    locations: [{ physicalLocation: { artifactLocation: artifactLocation(pageUrl) } }],
    // The second is the one that GitHub knows results by; its number would count equal lines.
    partialFingerprints: { 'sitesounderFinding/v1': fingerprint, primaryLocationLineHash: `${fingerprint}:1` },
  }
}

function relatedPlaces({ evidence }: IssueDetails) {
  const places = evidence.flatMap(each => (each.kind === 'places' ? each.places : []))
  return places.slice(0, MAX_PLACES).map(({ sourceUrl, text, path, line }, index) => ({
    id: index + 1,
    message: sarifMessage(text === '' ? path : `${path}: ${text}`),
    physicalLocation: {
      artifactLocation: artifactLocation(sourceUrl),
      ...(line > 0 ? { region: { startLine: line } } : {}),
    },
  }))
}

/**
 * The address without its scheme, as if the site lay in a folder named for its host: code scanning services refuse a whole file for one
 * location that is not below the checkout. The address itself stands among the properties.
 */
function artifactLocation(url: string) {
  const [host = '', ...rest] = strictUri(url)
    .replace(/^[a-z]+:\/\//i, '')
    .split('/')
  // A colon in the first segment would make it a scheme (RFC 3986, section 4.2); brackets stand around hosts alone.
  return { uri: [host.replaceAll(/[:[\]]/g, percentEncodedSign), ...rest].join('/') }
}

/**
 * Text in which nothing is a placeholder or a link to a viewer: braces are doubled (SARIF 3.11.5), and the brackets of what looks
 * like a link have backslashes before them (3.11.6).
 */
export function sarifMessage(text: string): { text: string } {
  const doubled = text.replaceAll(/[{}]/g, brace => brace + brace)
  return { text: doubled.includes('](') ? doubled.replaceAll(/[\\[\]]/g, sign => `\\${sign}`) : doubled }
}

const NOT_IN_URIS = /%(?![0-9A-Fa-f]{2})|[^\w\-.~:/?#@!$&'()*+,;=%]/gu

/** Addresses as browsers take them may hold characters that RFC 3986 does not know, such as `|` and brackets. */
function strictUri(url: string): string {
  const parsed = URL.parse(url)
  const host = parsed ? parsed.origin : ''
  const rest = url.startsWith(host) ? url.slice(host.length) : url
  const [before = '', ...fragment] = rest.split('#')
  const parts = fragment.length === 0 ? [before] : [before, fragment.join('%23')]
  return host + parts.map(part => part.replaceAll(NOT_IN_URIS, percentEncoded)).join('#')
}

function percentEncodedSign(sign: string): string {
  return `%${sign.charCodeAt(0).toString(16).toUpperCase()}`
}

function percentEncoded(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}
