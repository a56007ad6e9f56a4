import type { ParsedDocument } from '#html/html.ts'
import { attribute, type ElementNode } from '#html/node.ts'
import { parameterDropper } from '#shared/dropped-parameters.ts'
import type { PageFacts } from '#shared/facts.ts'
import type { CompiledSearch } from '#shared/text-searches.ts'
import { type AccessibleName, accessibleName, headingText } from './accessible-name.ts'
import { createElementIndex, type ElementIndex } from './element-index.ts'
import { pathOf } from './element-path.ts'
import type { CompiledField } from './fields/read-fields.ts'
import { createUrlResolver, type ResolvedUrl } from './resolve-url.ts'
import { type SourcePositions, sourcePositions } from './source-positions.ts'
import type { Surroundings } from './surroundings.ts'

/** What collectors of facts use of the page. */
export interface Page extends SourcePositions {
  url: string
  /** What relative URLs are resolved against. */
  baseUrl: string
  document: ParsedDocument
  index: ElementIndex
  pathOf(element: ElementNode): string
  nameOf(element: ElementNode): AccessibleName
  headingTextOf(element: ElementNode): string
  resolve(raw: string): ResolvedUrl
}

/** Collects one kind of fact during the walk. Visits the HTML elements of its tags. */
export interface Collector {
  tags: readonly string[]
  visit(element: ElementNode, around: Surroundings): void
}

export function createPage(
  input: Pick<ExtractInput, 'url' | 'dropParameters' | 'siteHosts'>,
  document: ParsedDocument,
): Page {
  const { url, dropParameters, siteHosts } = input
  const baseUrl = baseOf(url, document)
  const index = createElementIndex(document.root)
  return {
    url,
    baseUrl,
    document,
    index,
    pathOf,
    nameOf: element => accessibleName(element, index),
    headingTextOf: element => headingText(element, index),
    resolve: createUrlResolver(baseUrl, parameterDropper({ dropParameters, subdomains: siteHosts }, url)),
    ...sourcePositions(document.source),
  }
}

/** The first base element with an href counts, and only as http(s) (HTML standard, 4.2.3). */
function baseOf(url: string, { base }: ParsedDocument): string {
  const href = base === null ? null : attribute(base, 'href')
  const resolved = href === null ? null : URL.parse(href, url)
  if (!resolved || (resolved.protocol !== 'http:' && resolved.protocol !== 'https:')) return url
  return resolved.href.length > MAX_BASE_LENGTH ? url : resolved.href
}

/** A longer base would be prefixed to every link. */
const MAX_BASE_LENGTH = 2_000

/** A response to extract facts from, with the crawl's settings. */
export interface ExtractInput {
  url: string
  depth: number
  isSeed: boolean
  isPrivateHost: boolean
  status: number
  httpVersion: string
  headers: readonly (readonly [string, string])[]
  /** Content codings removed. */
  body: Uint8Array
  transferBytes: number
  isTruncated: boolean
  /** The response broke off: the body is incomplete. */
  isCutOff?: true
  ttfbMs: number
  totalMs: number
  attempts: PageFacts['response']['attempts']
  /** Names of query parameters that are dropped from URLs of the page's site; none by default. */
  dropParameters?: readonly string[]
  /** Custom searches; none when absent. */
  searches?: readonly CompiledSearch[]
  /** Custom fields; none when absent. */
  fields?: readonly CompiledField[]
  /** Hosts of the site, where it has subdomains. */
  siteHosts?: readonly string[]
}
