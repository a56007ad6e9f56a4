import { MAX_IDS_PER_PAGE } from '#shared/limits.ts'
import { cutText } from './cut-text.ts'
import { attribute, type ElementNode } from './node.ts'

/**
 * What a fragment can name: ids, and names of `a` (HTML standard, 7.4.6.4). Distinct, in document order, capped. A fragment names an id as
 * it is written first, and only then what it means, so an id with an escape in it stands here in both forms.
 */
export function createIdList(): { add(element: ElementNode): void; facts(): string[] } {
  const ids = new Set<string>()
  const addValue = (value: string | null) => {
    if (value === null || value === '') return
    for (const form of value.includes('%') ? [value, unescaped(value)] : [value])
      if (ids.size < MAX_IDS_PER_PAGE) ids.add(cutText(form))
  }
  return {
    add(element) {
      if (element.attrs.length === 0) return
      addValue(attribute(element, 'id'))
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
