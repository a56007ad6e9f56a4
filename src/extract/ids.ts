import { attribute } from '#html/node.ts'
import { MAX_IDS_PER_PAGE } from '#shared/limits.ts'
import { cutText } from './cut-text.ts'
import type { EnteredElement } from './entered-element.ts'

/**
 * What a fragment can name: ids, and names of `a` (HTML standard, 7.4.6.4). Distinct, in document order, capped. A fragment names an id as
 * it is written first, and only then what it means, so an id with an escape in it stands here in both forms.
 */
export function createIdList(): { add(entered: EnteredElement): void; facts(): string[] } {
  const ids = new Set<string>()
  const addForm = (form: string) => {
    if (ids.size < MAX_IDS_PER_PAGE) ids.add(cutText(form))
  }
  const addValue = (value: string | null) => {
    if (value === null || value === '') return
    addForm(value)
    if (value.includes('%')) addForm(unescaped(value))
  }
  return {
    add({ element, id }) {
      addValue(id)
      if (element.tagName === 'a') addValue(attribute(element, 'name'))
    },
    facts: () => [...ids],
  }
}

function unescaped(id: string): string {
  try {
    return decodeURIComponent(id)
  } catch {
    return id
  }
}
