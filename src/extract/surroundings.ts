import { attribute, type ElementNode, hasAttribute, isHtml } from '#html/node.ts'
import type { Region } from '#shared/model.ts'
import { rememberedOfTexts } from '#shared/remembered.ts'
import type { EnteredElement } from './entered-element.ts'
import { NO_TRAIT, roleRegions, type TagTrait } from './tag-traits.ts'

/**
 * What an element inherits from its ancestors and itself. Immutable and shared: most elements change nothing, so that a page
 * of a thousand elements has some dozen of these.
 */
export interface Surroundings {
  region: Region
  isInHead: boolean
  isInMain: boolean
  isInNoscript: boolean
  /** Below article, aside, main, nav or section, where header and footer are not landmarks (HTML-AAM). */
  isInSection: boolean
  /** hidden attribute, inline display:none, or a class that means nothing else. */
  isHidden: boolean
  /** aria-hidden=true. */
  isAriaHidden: boolean
  /** Text here is not read: script, style, noscript, choices of a select … */
  isTextIgnored: boolean
  /** Navigation, header, footer, aside, dialog, cookie banner, by landmark or name. */
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
  isTextIgnored: false,
  isBesideMainText: false,
  isInCode: false,
  figure: null,
  form: null,
  label: null,
}

/** For a fact that omits what most of a page without landmarks has. */
export function regionOf({ region }: Surroundings): { region?: Region } {
  return region === 'body' ? {} : { region }
}

/** Elements of SVG and MathML whose text is not page text. */
const IGNORED_FOREIGN = new Set(['title', 'desc', 'metadata', 'style', 'script', 'annotation', 'annotation-xml'])

/** Surroundings of the element's own content; the parent's object when nothing can change. */
export function surroundingsOf(entered: EnteredElement, parent: Surroundings): Surroundings {
  const { element } = entered
  const isOfHtml = isHtml(element)
  const trait = isOfHtml ? entered.trait : NO_TRAIT
  const isTextIgnored = trait.isTextIgnored || (!isOfHtml && IGNORED_FOREIGN.has(element.tagName))
  const named = meaningOfNames(entered)
  const mayChange =
    trait.isChanging ||
    isTextIgnored ||
    entered.role !== null ||
    entered.mayAffectDisplay ||
    (named !== 0 && (hasHidingClass(element, named) || isNamedBeside(element, named, parent))) ||
    isSkipLink(entered, named)
  return mayChange ? changed(entered, { parent, trait, isTextIgnored, named }) : parent
}

interface Inherited {
  parent: Surroundings
  trait: TagTrait
  isTextIgnored: boolean
  /** What its names mean. */
  named: number
}

function changed(entered: EnteredElement, { parent, trait, isTextIgnored, named }: Inherited): Surroundings {
  const { element } = entered
  const htmlTag = isHtml(element) ? element.tagName : ''
  const role = roleOf(entered)
  const landmark = landmarkOf(trait, role, parent)
  return {
    region: htmlTag === 'head' ? 'head' : (landmark ?? parent.region),
    isInHead: parent.isInHead || htmlTag === 'head',
    isInMain: parent.isInMain || landmark === 'main',
    isInNoscript: parent.isInNoscript || htmlTag === 'noscript',
    isInSection: parent.isInSection || trait.isSectioning || SECTION_ROLES.has(role),
    isHidden: parent.isHidden || isHidden(element),
    isAriaHidden: parent.isAriaHidden || attribute(element, 'aria-hidden') === 'true',
    isTextIgnored: parent.isTextIgnored || isTextIgnored,
    isBesideMainText: parent.isBesideMainText || isBesideMainText(entered, { landmark, role, parent, named }),
    isInCode: parent.isInCode || trait.isCode,
    figure: htmlTag === 'figure' ? element : parent.figure,
    form: htmlTag === 'form' ? element : parent.form,
    label: htmlTag === 'label' ? element : parent.label,
  }
}

const SECTION_ROLES = new Set(['article', 'region', 'main', 'navigation', 'complementary'])
const DIALOG_ROLES = new Set(['dialog', 'alertdialog'])

/** The first role token in lower case, '' when there is none. */
export function roleOf({ role }: EnteredElement): string {
  if (role === null) return ''
  return role.slice(0, 100).trim().toLowerCase().split(/\s+/, 1)[0] ?? ''
}

function landmarkOf(trait: TagTrait, role: string, parent: Surroundings): Region | null {
  // A role replaces the implicit landmark; an unknown role is a mistake and replaces nothing.
  if (role !== '')
    return roleRegions.get(role) ?? (role === 'none' || role === 'presentation' ? null : implicit(trait, parent))
  return implicit(trait, parent)
}

function implicit({ landmark }: TagTrait, parent: Surroundings): Region | null {
  return (landmark === 'header' || landmark === 'footer') && parent.isInSection ? null : landmark
}

const DISPLAY_NONE = /(?:^|[;\s])display\s*:\s*none\b/i

/** Whether the element itself is hidden by attribute, inline style or a class named for it; style sheets are not read. */
export function isHidden(element: ElementNode): boolean {
  if (element.attrs.length === 0) return false
  if (hasAttribute(element, 'hidden')) return true
  const style = attribute(element, 'style')
  if (style !== null && DISPLAY_NONE.test(style)) return true
  const className = attribute(element, 'class')
  return className !== null && hasHidingClass(element, wordsIn(className))
}

/** Utility classes that mean display:none and nothing else. */
const HIDING_CLASS = /(?:^|\s)(?:nodisplay|no-display|display-none|d-none)(?:\s|$)/
/** Shows an element with `d-none` again in print or from some width on (Bootstrap: display property). */
const SHOWN_AGAIN = /(?:^|\s)d-[a-z]+-[a-z]/
/** A script that runs shows a page which is hidden as a whole. */
const WHOLE_PAGE = new Set(['html', 'body'])

function hasHidingClass({ tagName }: ElementNode, named: number): boolean {
  return (named & NAMES_HIDING) !== 0 && !WHOLE_PAGE.has(tagName)
}

function isBesideMainText(
  entered: EnteredElement,
  { landmark, role, parent, named }: Pick<Inherited, 'parent' | 'named'> & { landmark: Region | null; role: string },
): boolean {
  const { element } = entered
  if (landmark !== null) return landmark !== 'main'
  if (element.tagName === 'dialog' || DIALOG_ROLES.has(role) || attribute(element, 'aria-modal') === 'true') return true
  return isNamedBeside(element, named, parent) || isSkipLink(entered, named)
}

/** Classes and ids that themes and frameworks give such links. */
const SKIP_NAME = /skip|screen-reader|sr-only|visually-?hidden/i
const MAIN_FRAGMENT = /^#(?:main|content|main-?content|primary|page-?content|inhalt|contenu)$/i

/** Also on links to another page: themes show one to the accessibility statement in the same way. */
const SKIP_LINK = /\bskip-?(?:link|nav)\b/i

/** "Skip to main content": a link, mostly within the page, that only keyboards and screen readers reach. */
function isSkipLink({ element, id, className }: EnteredElement, named: number): boolean {
  if (element.tagName !== 'a') return false
  const href = attribute(element, 'href')
  if (href === null) return false
  if (!href.startsWith('#')) return (named & NAMES_SKIP_LINK) !== 0
  return MAIN_FRAGMENT.test(href) || SKIP_NAME.test(`${id ?? ''} ${className ?? ''}`.slice(0, MAX_NAMES))
}

/** Names that consent tools give their banners. */
const CONSENT_TOOL =
  /onetrust-|cybotcookie|cookiebot|didomi-|usercentrics|qc-cmp|cmpbox|osano-cm|iubenda-cs|cky-consent|cmplz-|moove_gdpr|borlabs-cookie|tarteaucitron|truste_|fc-consent|sp_message_container|axeptio|klaro\b|termly-/
const CONSENT_WORD = /cookie|consent|gdpr|ccpa/
const BOX_WORD =
  /banner|notice|\bbar|-bar\b|_bar\b|popup|pop-up|modal|dialog|overlay|wall|layer|message|prompt|hint|warning|disclaimer/
/** Names that frameworks and themes give the bar of the menu, the boxes of a footer, dialogs and the link to the top, where neither tag nor role says so. */
const PAGE_BAR =
  /(?:^|\s)(?:navbar|modal|site-footer|footer-(?:[\w-]+-)?bar|(?:go|back-?to|scroll-?(?:to)?)-?top)(?:\s|$)/
/** These hold the page itself, with any class ("cookies-accepted"). */
const NEVER_BANNERS = new Set(['html', 'body', 'main', 'article'])
const MAX_NAMES = 1_000

/** Bits for the words found in names. */
const NAMES_CONSENT = 1
const NAMES_BOX = 2
const NAMES_BANNER = NAMES_CONSENT | NAMES_BOX
const NAMES_PAGE_BAR = 4
const NAMES_HIDING = 8
const NAMES_SKIP_LINK = 16
const NAMES_OF_CLASSES = NAMES_HIDING | NAMES_SKIP_LINK

/**
 * A consent banner or a bar of the page, by the words of its id and class. A banner needs both kinds of words: recipes have cookies, too.
 * Within a section of the text a bar may be part of it.
 */
function isNamedBeside({ tagName }: ElementNode, named: number, { isInSection }: Surroundings): boolean {
  const isBeside = (named & NAMES_BANNER) === NAMES_BANNER || ((named & NAMES_PAGE_BAR) !== 0 && !isInSection)
  return isBeside && !NEVER_BANNERS.has(tagName)
}

/** An id tells which element it is, not what it looks like. */
function meaningOfNames({ id, className }: EnteredElement): number {
  const ofClass = className === null ? 0 : wordsIn(className)
  return id === null ? ofClass : ofClass | (wordsIn(id) & ~NAMES_OF_CLASSES)
}

function wordsIn(names: string): number {
  if (names.length < MIN_NAMES) return 0
  return names.length <= MAX_KNOWN_LENGTH ? knownWordsIn(names) : readWords(names)
}

/** A shorter id or class means none of it. */
const MIN_NAMES = 3

const MAX_KNOWN_LENGTH = 200
/** The elements of a site share a few hundred classes. */
const knownWordsIn = rememberedOfTexts(readWords)

function readWords(names: string): number {
  const read = names.slice(0, MAX_NAMES)
  const lower = read.toLowerCase()
  const ofElement =
    (HIDING_CLASS.test(read) && !SHOWN_AGAIN.test(read) ? NAMES_HIDING : 0) |
    (SKIP_LINK.test(read) ? NAMES_SKIP_LINK : 0)
  if (CONSENT_TOOL.test(lower)) return ofElement | NAMES_BANNER
  return (
    ofElement |
    (CONSENT_WORD.test(lower) ? NAMES_CONSENT : 0) |
    (BOX_WORD.test(lower) ? NAMES_BOX : 0) |
    (PAGE_BAR.test(lower) ? NAMES_PAGE_BAR : 0)
  )
}
