import type { Region } from '#shared/model.ts'
import { attribute, type ElementNode, FEW_ATTRIBUTES, hasAttribute, isHtml } from './node.ts'
import { roleRegions, type TagTrait, tagTraits } from './tag-traits.ts'

/**
 * What an element inherits from its ancestors and itself. Immutable and shared: most elements change nothing, so that a page
 * of a thousand elements has some dozen of these.
 */
export interface Surroundings {
  region: Region
  isInHead: boolean
  isInMain: boolean
  isInNoscript: boolean
  /** Below article, aside, main, nav or section, where header and footer are no landmarks (HTML-AAM). */
  isInSection: boolean
  /** hidden attribute or inline display:none. */
  isHidden: boolean
  /** aria-hidden=true. */
  isAriaHidden: boolean
  /** Text here is not read: script, style, noscript, choices of a select … */
  isSilent: boolean
  /** Navigation, header, footer, aside, dialog, cookie banner. */
  isBesideMainText: boolean
  isInCode: boolean
  figure: ElementNode | null
  form: ElementNode | null
  label: ElementNode | null
}

export const OUTERMOST: Surroundings = {
  region: 'body',
  isInHead: false,
  isInMain: false,
  isInNoscript: false,
  isInSection: false,
  isHidden: false,
  isAriaHidden: false,
  isSilent: false,
  isBesideMainText: false,
  isInCode: false,
  figure: null,
  form: null,
  label: null,
}

const PLAIN: TagTrait = {}
/** Elements of svg and mathml whose text is no text of the page. */
const SILENT_FOREIGN = new Set(['title', 'desc', 'metadata', 'style', 'script', 'annotation', 'annotation-xml'])

/** Surroundings of the element's own content; the parent's object when nothing changes. */
export function surroundingsOf(element: ElementNode, parent: Surroundings): Surroundings {
  const isOfHtml = isHtml(element)
  const trait = (isOfHtml ? tagTraits.get(element.tagName) : undefined) ?? PLAIN
  const isKeeper =
    isOfHtml && (element.tagName === 'figure' || element.tagName === 'form' || element.tagName === 'label')
  const isSilent = trait.isSilent === true || (!isOfHtml && SILENT_FOREIGN.has(element.tagName))
  if (!changesSurroundings(element, trait) && !isKeeper && !isSilent && !hasTellingAttribute(element)) return parent

  const role = roleOf(element)
  const landmark = landmarkOf(trait, role, parent)
  const next: Surroundings = {
    region: isOfHtml && element.tagName === 'head' ? 'head' : (landmark ?? parent.region),
    isInHead: parent.isInHead || (isOfHtml && element.tagName === 'head'),
    isInMain: parent.isInMain || landmark === 'main',
    isInNoscript: parent.isInNoscript || (isOfHtml && element.tagName === 'noscript'),
    isInSection: parent.isInSection || trait.isSectioning === true || SECTION_ROLES.has(role),
    isHidden: parent.isHidden || isHidden(element),
    isAriaHidden: parent.isAriaHidden || attribute(element, 'aria-hidden') === 'true',
    isSilent: parent.isSilent || isSilent,
    isBesideMainText: parent.isBesideMainText || isBesideMainText(element, landmark, role),
    isInCode: parent.isInCode || trait.isCode === true,
    figure: isKeeper && element.tagName === 'figure' ? element : parent.figure,
    form: isKeeper && element.tagName === 'form' ? element : parent.form,
    label: isKeeper && element.tagName === 'label' ? element : parent.label,
  }
  return isSame(next, parent) ? parent : next
}

/** By its name alone. Most blocks separate words and change nothing else. */
function changesSurroundings({ tagName }: ElementNode, trait: TagTrait): boolean {
  return (
    trait.landmark !== undefined ||
    trait.isSectioning === true ||
    trait.isCode === true ||
    (trait.isBlock === true && tagName === 'dialog')
  )
}

const TELLING = new Set(['role', 'hidden', 'style', 'aria-hidden', 'aria-modal'])

/** Whether an attribute may change what is inherited. Most elements have a class and nothing else. */
function hasTellingAttribute(element: ElementNode): boolean {
  if (element.attrs.length === 0) return false
  if (element.attrs.length > FEW_ATTRIBUTES) return true
  for (const { name } of element.attrs) if (TELLING.has(name)) return true
  return isCookieBanner(element)
}

function isSame(left: Surroundings, right: Surroundings): boolean {
  return (
    left.region === right.region &&
    left.isInHead === right.isInHead &&
    left.isInMain === right.isInMain &&
    left.isInNoscript === right.isInNoscript &&
    left.isInSection === right.isInSection &&
    left.isHidden === right.isHidden &&
    left.isAriaHidden === right.isAriaHidden &&
    left.isSilent === right.isSilent &&
    left.isBesideMainText === right.isBesideMainText &&
    left.isInCode === right.isInCode &&
    left.figure === right.figure &&
    left.form === right.form &&
    left.label === right.label
  )
}

const SECTION_ROLES = new Set(['article', 'region', 'main', 'navigation', 'complementary'])
const DIALOG_ROLES = new Set(['dialog', 'alertdialog'])

/** The first role token in lower case, '' when there is none. */
export function roleOf(element: ElementNode): string {
  const role = element.attrs.length === 0 ? null : attribute(element, 'role')
  if (role === null) return ''
  return role.slice(0, 100).trim().toLowerCase().split(/\s+/, 1)[0] ?? ''
}

function landmarkOf(trait: TagTrait, role: string, parent: Surroundings): Region | null {
  // A role replaces what the element says of itself; an unknown one is a slip and replaces nothing.
  if (role !== '')
    return roleRegions.get(role) ?? (role === 'none' || role === 'presentation' ? null : implicit(trait, parent))
  return implicit(trait, parent)
}

function implicit({ landmark }: TagTrait, parent: Surroundings): Region | null {
  if (!landmark) return null
  return (landmark === 'header' || landmark === 'footer') && parent.isInSection ? null : landmark
}

const DISPLAY_NONE = /(?:^|[;\s])display\s*:\s*none\b/i

/** The element itself is marked as not shown; style sheets are not read. */
export function isHidden(element: ElementNode): boolean {
  if (element.attrs.length === 0) return false
  if (hasAttribute(element, 'hidden')) return true
  const style = attribute(element, 'style')
  return style !== null && DISPLAY_NONE.test(style)
}

function isBesideMainText(element: ElementNode, landmark: Region | null, role: string): boolean {
  if (landmark !== null) return landmark !== 'main'
  if (element.tagName === 'dialog' || DIALOG_ROLES.has(role) || attribute(element, 'aria-modal') === 'true') return true
  return isCookieBanner(element)
}

/** Names that consent tools give their boxes. */
const CONSENT_TOOL =
  /onetrust-|cybotcookie|cookiebot|didomi-|usercentrics|qc-cmp|cmpbox|osano-cm|iubenda-cs|cky-consent|cmplz-|moove_gdpr|borlabs-cookie|tarteaucitron|truste_|fc-consent|sp_message_container|axeptio|klaro\b|termly-/
const CONSENT_WORD = /cookie|consent|gdpr|ccpa/
const BOX_WORD =
  /banner|notice|\bbar|-bar\b|_bar\b|popup|pop-up|modal|dialog|overlay|wall|layer|message|prompt|hint|warning|disclaimer/
/** These hold the page itself, whatever their class says ("cookies-accepted"). */
const NEVER_BANNERS = new Set(['html', 'body', 'main', 'article'])
const MAX_NAMES = 1_000

/** A box that asks for consent, by the words of its id and class. Both words must be there: recipes have cookies, too. */
function isCookieBanner(element: ElementNode): boolean {
  const id = attribute(element, 'id') ?? ''
  const className = attribute(element, 'class') ?? ''
  if (id.length + className.length < 6 || NEVER_BANNERS.has(element.tagName)) return false
  const names = `${id.slice(0, MAX_NAMES)} ${className.slice(0, MAX_NAMES)}`
  const known = knownBoxes.get(names)
  if (known !== undefined) return known
  const lower = names.toLowerCase()
  const isBox = CONSENT_TOOL.test(lower) || (CONSENT_WORD.test(lower) && BOX_WORD.test(lower))
  if (knownBoxes.size >= MAX_KNOWN_BOXES) knownBoxes.clear()
  if (names.length <= MAX_KNOWN_NAMES) knownBoxes.set(names, isBox)
  return isBox
}

/** Answers by names: the elements of a site share a few hundred classes. Emptied when full. */
const knownBoxes = new Map<string, boolean>()
const MAX_KNOWN_BOXES = 1_000
const MAX_KNOWN_NAMES = 200
