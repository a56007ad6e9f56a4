import type { HeadingFact, LinkFact } from '#shared/element-facts.ts'
import type { PageFacts } from '#shared/facts.ts'
import { causeKey, causePlace, type ElementIdentity } from './cause-key.ts'
import type { Finding, FoundElements, PageCheckHead, PageElementCheck, Skip } from './check.ts'
import type { Declared } from './thresholds.ts'

/**
 * A check that objects to single elements of a page. The same element in the same place of many pages is one cause, and so one
 * finding: what the template repeats is not reported page by page.
 */
export interface ElementCheck<Element, Thresholds extends Declared = Declared> extends PageCheckHead<Thresholds> {
  /** Those that break the rule, in document order. */
  elements(page: PageFacts, thresholds: Thresholds['values']): readonly Element[] | Skip
  /** What two pages have in common where they have the same cause. */
  identify(element: Element): ElementIdentity
  /**
   * What is said of some of them, at least one. Its severity is that of the worst of them, so that it does not depend on which elements
   * are reported together.
   */
  finding(elements: readonly [Element, ...Element[]], on: PageOfElements<Thresholds>): Finding
}

export interface PageOfElements<Thresholds extends Declared = Declared> {
  page: PageFacts
  thresholds: Thresholds['values']
  /** It is one cause that many pages share, of which the page is an example: its own counts are not reported. */
  isShared: boolean
}

/** The tags of links and headings are not among their facts: where a link leads and the texts stand for them. */
export function linkIdentity({ kind, url, text, path, region }: LinkFact): ElementIdentity {
  return { tag: `${kind} ${url} ${text}`, path, region }
}

export function headingIdentity({
  level,
  text,
  path,
  region,
}: HeadingFact): ElementIdentity & Pick<HeadingFact, 'path'> {
  return { tag: `<h${level}>${text}`, path, region }
}

/** A page check of an element check: one finding for each page, or for some of its elements. */
export function elementCheck<Element, Thresholds extends Declared = Declared>(
  declared: ElementCheck<Element, Thresholds>,
): PageElementCheck<Thresholds> {
  const { elements, identify, finding, ...head } = declared
  return {
    ...head,
    elements(page, thresholds) {
      const found = elements(page, thresholds)
      if ('skipped' in found) return found
      if (found.length === 0) return NO_ELEMENTS
      return {
        causeKeys: found.map(element => causeKey(head.id, identify(element), page.url)),
        placeOf(index) {
          const element = found[index]
          return element === undefined ? undefined : causePlace(identify(element))
        },
        finding(chosen, isShared) {
          const [first, ...others] = chosen.map(index => found[index]).filter(element => element !== undefined)
          if (first === undefined) throw new Error(`${head.id}: no element was chosen`)
          return finding([first, ...others], { page, thresholds, isShared })
        },
      }
    },
  }
}

/** What a template or a server does alike to its pages, such as leaving out a declaration. */
interface TemplateFinding extends Finding {
  /** What two pages have in common where they have the same cause: the declaration as written, or that there is none. */
  cause: string
}

interface TemplateCheck<Thresholds extends Declared> extends PageCheckHead<Thresholds> {
  check(page: PageFacts, thresholds: Thresholds['values']): TemplateFinding | null
}

/** A page check of one declaration of the whole page, which a template repeats like an element. */
export function templateCheck<Thresholds extends Declared = Declared>({
  check,
  ...head
}: TemplateCheck<Thresholds>): PageElementCheck<Thresholds> {
  return elementCheck<TemplateFinding, Thresholds>({
    ...head,
    elements: (page, thresholds) => {
      const finding = check(page, thresholds)
      return finding === null ? [] : [finding]
    },
    identify: ({ cause }) => ({ tag: cause }),
    finding: ([{ cause: _, ...finding }]) => finding,
  })
}

/** Of most pages. */
const NO_ELEMENTS: FoundElements = Object.freeze({
  causeKeys: [],
  placeOf: () => undefined,
  finding() {
    throw new Error('There is no element')
  },
})
