import type { Attribute } from '#html/node.ts'
import type { RefusedValueFact } from '#shared/element-facts.ts'
import type { PageFacts } from '#shared/facts.ts'
import { MAX_FINDINGS_PER_LIST, MAX_TAG_EXCERPT } from '#shared/limits.ts'
import { REFUSED_NAME, REFUSED_VALUE } from '#shared/refused-value.ts'
import { cutText } from './cut-text.ts'
import type { Page } from './page.ts'
import { regionOf } from './surroundings.ts'
import { walk } from './walk.ts'

/** How the mark begins as a value and as a name. A rare letter comes first: searching for both takes half the time of `gotmpl`. */
const BEGINNINGS = ['Zgotm', 'zgotm']

/**
 * Attributes with the mark of a refused value, at most MAX_FINDINGS_PER_LIST, in order. Nearly no page has it in its source, and only
 * those that do are walked.
 */
export function refusedValueFacts(page: Page): Pick<PageFacts, 'refusedValues'> {
  const { source, root } = page.document
  if (!BEGINNINGS.some(beginning => source.includes(beginning))) return {}
  const refusedValues: RefusedValueFact[] = []
  // Copies of a reopened formatting element share its attributes.
  const known = new Set<Attribute[]>()
  walk(root, {
    enter({ element }, around) {
      const { attrs, tagName } = element
      if (attrs.length === 0 || known.has(attrs)) return
      known.add(attrs)
      for (const { name, value } of attrs) {
        if (refusedValues.length >= MAX_FINDINGS_PER_LIST) return
        const at = value.indexOf(REFUSED_VALUE)
        if (at === -1 && name !== REFUSED_NAME) continue
        refusedValues.push({
          element: cutText(tagName, MAX_TAG_EXCERPT),
          attribute: cutText(name, MAX_TAG_EXCERPT),
          value: valueAround(value, at),
          ...regionOf(around),
          path: page.pathOf(element),
          line: page.lineOf(element),
        })
      }
    },
    text: nothing,
    leave: nothing,
  })
  return refusedValues.length > 0 ? { refusedValues } : {}
}

function nothing(): void {}

const VALUE_BEFORE = 100

/** The value, from a little before the mark where that stands far behind. */
function valueAround(value: string, at: number): string {
  const start = at - VALUE_BEFORE
  return start <= 0 ? cutText(value, MAX_TAG_EXCERPT) : `…${cutText(value.slice(start), MAX_TAG_EXCERPT)}`
}
