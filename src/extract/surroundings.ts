import { attribute, type ElementNode, hasAttribute, isHtml } from '#html/node.ts'
import type { Region } from '#shared/model.ts'
import { isCookieBanner } from './cookie-banner.ts'
import type { EnteredElement } from './entered-element.ts'
import { NO_TRAIT, roleRegions, type TagTrait, tagTraits } from './tag-traits.ts'

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

/** Elements of svg and mathml whose text is no text of the page. */
const SILENT_FOREIGN = new Set(['title', 'desc', 'metadata', 'style', 'script', 'annotation', 'annotation-xml'])

/** Surroundings of the element's own content; the parent's object when nothing changes. */
export function surroundingsOf(entered: EnteredElement, parent: Surroundings): Surroundings {
  const { element } = entered
  const isOfHtml = isHtml(element)
  const trait = (isOfHtml ? tagTraits.get(element.tagName) : undefined) ?? NO_TRAIT
  const isSilent = trait.isSilent || (!isOfHtml && SILENT_FOREIGN.has(element.tagName))
  const mayChange =
    trait.isChanging || isSilent || entered.role !== null || entered.isTelling || isCookieBanner(entered)
  return mayChange ? changed(entered, { parent, trait, isSilent }) : parent
}

interface Inherited {
  parent: Surroundings
  trait: TagTrait
  isSilent: boolean
}

function changed(entered: EnteredElement, { parent, trait, isSilent }: Inherited): Surroundings {
  const { element } = entered
  const htmlTag = isHtml(element) ? element.tagName : ''
  const role = roleOf(entered)
  const landmark = landmarkOf(trait, role, parent)
  const next: Surroundings = {
    region: htmlTag === 'head' ? 'head' : (landmark ?? parent.region),
    isInHead: parent.isInHead || htmlTag === 'head',
    isInMain: parent.isInMain || landmark === 'main',
    isInNoscript: parent.isInNoscript || htmlTag === 'noscript',
    isInSection: parent.isInSection || trait.isSectioning || SECTION_ROLES.has(role),
    isHidden: parent.isHidden || isHidden(element),
    isAriaHidden: parent.isAriaHidden || attribute(element, 'aria-hidden') === 'true',
    isSilent: parent.isSilent || isSilent,
    isBesideMainText: parent.isBesideMainText || isBesideMainText(entered, { landmark, role }),
    isInCode: parent.isInCode || trait.isCode,
    figure: htmlTag === 'figure' ? element : parent.figure,
    form: htmlTag === 'form' ? element : parent.form,
    label: htmlTag === 'label' ? element : parent.label,
  }
  return isSame(next, parent) ? parent : next
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
export function roleOf({ role }: EnteredElement): string {
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

function isBesideMainText(
  entered: EnteredElement,
  { landmark, role }: { landmark: Region | null; role: string },
): boolean {
  const { element } = entered
  if (landmark !== null) return landmark !== 'main'
  if (element.tagName === 'dialog' || DIALOG_ROLES.has(role) || attribute(element, 'aria-modal') === 'true') return true
  return isCookieBanner(entered)
}
