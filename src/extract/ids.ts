import { attribute, isHtml } from '#html/node.ts'
import type { RepeatedIdFact } from '#shared/element-facts.ts'
import type { PageFacts } from '#shared/facts.ts'
import { MAX_FINDINGS_PER_LIST, MAX_IDS_PER_PAGE } from '#shared/limits.ts'
import { percentDecoded } from '#shared/url.ts'
import { cutText } from './cut-text.ts'
import type { EnteredElement } from './entered-element.ts'
import type { Page } from './page.ts'

/**
 * What a fragment can name: ids, and names of `a` (HTML standard, 7.4.6.4). Distinct, in document order, capped. A fragment names an id as
 * it is written first, and only then what it means, so an id with an escape in it stands here in both forms.
 */
export function createIdList(page: Pick<Page, 'pathOf' | 'lineOf'>): {
  add(entered: EnteredElement): void
  facts(): Pick<PageFacts, 'ids' | 'repeatedIds'>
} {
  const ids = new Set<string>()
  /** Names of `a`: an element may have its own name as id. */
  const names = new Set<string>()
  const repeated = new Map<string, RepeatedIdFact>()
  const noteRepeated = (id: string, { element }: EnteredElement) => {
    // Drawings that a page has twice have their ids twice, which does no harm.
    if (names.has(id) || !isHtml(element)) return
    const known = repeated.get(id)
    if (known) known.count++
    else if (repeated.size < MAX_FINDINGS_PER_LIST)
      repeated.set(id, { id: cutText(id), count: 2, path: page.pathOf(element), line: page.lineOf(element) })
  }
  const addForm = (form: string) => {
    if (ids.size < MAX_IDS_PER_PAGE) ids.add(cutText(form))
  }
  const addValue = (value: string | null) => {
    if (value === null || value === '') return
    addForm(value)
    if (value.includes('%')) addForm(percentDecoded(value))
  }
  return {
    add(entered) {
      const { element, id } = entered
      if (id !== null && id !== '' && ids.has(id)) noteRepeated(id, entered)
      addValue(id)
      if (element.tagName !== 'a') return
      const name = attribute(element, 'name')
      if (name !== null && !ids.has(name)) names.add(name)
      addValue(name)
    },
    facts: () => ({ ids: [...ids], ...(repeated.size > 0 && { repeatedIds: [...repeated.values()] }) }),
  }
}
