import { attribute, attributeTokens, type ElementNode, hasAttribute, hasText } from '#html/node.ts'
import type { NamelessFact, OpenerLinkFact, UncrawlableLinkFact } from '#shared/element-facts.ts'
import { MAX_FINDINGS_PER_LIST } from '#shared/limits.ts'
import type { LinkKind } from '#shared/model.ts'
import type { AccessibleName } from './accessible-name.ts'
import { cutFolded } from './cut-text.ts'
import { elementText } from './element-text.ts'
import type { SoleImages } from './images.ts'
import type { LinkList, Reference } from './link-list.ts'
import type { Collector, Page } from './page.ts'
import type { ResolvedUrl } from './resolve-url.ts'
import { regionOf, type Surroundings } from './surroundings.ts'
import { swallowerOf } from './swallowed-text.ts'

interface AnchorFacts {
  uncrawlableLinks: UncrawlableLinkFact[]
  openerLinks?: OpenerLinkFact[]
  namelessLinks: NamelessFact[]
}

const JAVASCRIPT_URL = /^[\x00-\x20]*j[\t\n\r]*avascript:/i
/** Attributes by which frameworks make a link work with a script only. */
const ROUTER_ATTRIBUTES = [
  'onclick',
  '@click',
  'v-on:click',
  '(click)',
  'ng-click',
  'x-on:click',
  'data-href',
  'data-url',
  'routerlink',
  '[routerlink]',
  'ui-sref',
  'ng-href',
  ':to',
  'to',
  ':href',
  'v-bind:href',
]

/** `a` and `area`: links, and what keeps a crawler or a reader from using them. */
export function anchorCollector(
  page: Page,
  links: LinkList,
  soleImages: SoleImages,
): Collector & { facts(): AnchorFacts } {
  const uncrawlableLinks: UncrawlableLinkFact[] = []
  const openerLinks: OpenerLinkFact[] = []
  const namelessLinks: NamelessFact[] = []

  const visitLink = (element: ElementNode, href: string, around: Surroundings) => {
    if (links.isFull()) {
      links.add({ kind: 'anchor', raw: href, element, around, text: '', rel: [] })
      return
    }
    const kind: LinkKind = element.tagName === 'a' ? 'anchor' : 'area'
    const resolved = page.resolve(href)
    const named: AccessibleName =
      kind === 'anchor' ? page.nameOf(element) : { name: cutFolded(attribute(element, 'alt') ?? ''), soleImage: null }
    const reference: Reference = {
      kind,
      raw: href,
      element,
      around,
      text: named.name,
      rel: attributeTokens(element, 'rel'),
    }
    if (links.addMalformed(reference, resolved)) links.add(reference, resolved)
    if (keepsOpener(reference) && isElsewhere(resolved, page.baseUrl) && openerLinks.length < MAX_FINDINGS_PER_LIST)
      openerLinks.push(placeOf(page, reference, webUrl(resolved)))
    if (named.soleImage !== null)
      soleImages.set(named.soleImage, {
        element: 'link',
        url: webUrl(resolved),
        ...(href.trimStart().startsWith('#') && { isOnPage: true as const }),
      })
    else if (
      kind === 'anchor' &&
      named.name === '' &&
      !isUnseen(around) &&
      namelessLinks.length < MAX_FINDINGS_PER_LIST &&
      !isEmptyPermalink(reference, resolved, page.url)
    )
      namelessLinks.push(namelessLink(reference, webUrl(resolved)))
  }
  const namelessLink = ({ element, around }: Reference, url: string): NamelessFact => {
    const swallowedBy = swallowerOf(element, { source: page.document.source, lineAt: page.lineAt })
    return { ...placeOf(page, { element, around }, url), ...(swallowedBy && { swallowedBy }) }
  }
  return {
    tags: ['a', 'area'],
    visit(element, around) {
      const href = attribute(element, 'href')
      if (href !== null) visitLink(element, href, around)
      if (isUncrawlable(element, href) && uncrawlableLinks.length < MAX_FINDINGS_PER_LIST) {
        const { url: _, tag, ...place } = placeOf(page, { element, around }, '')
        uncrawlableLinks.push({ tag, text: page.nameOf(element).name, ...place })
      }
    },
    facts: () => ({ uncrawlableLinks, ...(openerLinks.length > 0 && { openerLinks }), namelessLinks }),
  }
}

/** Not shown to everyone, so a missing name is not reported. */
function isUnseen(around: Surroundings): boolean {
  return around.isHidden || around.isAriaHidden || around.isInNoscript
}

/** Elements between a heading, or a line of code, and its permalink. */
const MAX_DEPTH_OF_PERMALINK = 5

/**
 * Whether the link holds nothing and leads to the element in which it stands, beside the text of that (a line of code may be empty): Asciidoctor, Bikeshed and Pandoc
 * write permalinks of headings, definitions and lines of code so, and a style sheet shows them to the pointer alone.
 */
function isEmptyPermalink({ element: link, around }: Reference, resolved: ResolvedUrl, pageUrl: string): boolean {
  if (resolved.kind !== 'web' || resolved.fragment === null || resolved.url !== pageUrl) return false
  if (link.childNodes.some(({ kind }) => kind === 'element')) return false
  let { parentNode } = link
  for (let depth = 0; depth < MAX_DEPTH_OF_PERMALINK && parentNode?.kind === 'element'; depth++) {
    if (attribute(parentNode, 'id') === resolved.fragment)
      return around.isInCode || elementText(parentNode, MAX_WHITE_SPACE).trim() !== ''
    parentNode = parentNode.parentNode
  }
  return false
}

/** White space that may stand before the first word of an element. */
const MAX_WHITE_SPACE = 1_000

function placeOf(page: Page, { element, around }: Pick<Reference, 'element' | 'around'>, url: string): NamelessFact {
  return { tag: page.tagOf(element), url, ...regionOf(around), path: page.pathOf(element), line: page.lineOf(element) }
}

function webUrl(resolved: ResolvedUrl): string {
  return resolved.kind === 'web' ? resolved.url : ''
}

/** Values of target that open the link in a tab that exists already. */
const OWN_TARGETS: ReadonlySet<string> = new Set(['', '_self', '_parent', '_top'])

/** Opens a new tab that keeps `window.opener`: without rel=opener, browsers drop it (HTML standard). */
function keepsOpener({ element, rel }: Reference): boolean {
  if (rel.length === 0 || !rel.includes('opener') || rel.includes('noopener') || rel.includes('noreferrer'))
    return false
  return !OWN_TARGETS.has((attribute(element, 'target') ?? '').toLowerCase())
}

function isElsewhere(resolved: ResolvedUrl, baseUrl: string): boolean {
  return resolved.kind === 'web' && URL.parse(resolved.url)?.origin !== URL.parse(baseUrl)?.origin
}

/** A link by script only. One with a role is something else, such as a button or a tab; so is a bare anchor. */
function isUncrawlable(element: ElementNode, href: string | null): boolean {
  if (element.tagName !== 'a' || element.attrs.length === 0) return false
  const isForScripts =
    href === null ? ROUTER_ATTRIBUTES.some(name => hasAttribute(element, name)) : JAVASCRIPT_URL.test(href)
  return isForScripts && !hasText(element, 'role')
}
