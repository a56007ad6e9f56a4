import { attribute, attributeTokens, type ElementNode } from '#html/node.ts'
import type { FormFact } from '#shared/facts.ts'
import { MAX_FINDINGS_PER_LIST } from '#shared/limits.ts'
import { cutText } from './cut-text.ts'
import type { Collector, Page } from './page.ts'

/** Forms with what makes them sensitive. A field belongs to the form that it stands in. */
export function formCollector(page: Page): Collector & { facts(): FormFact[] } {
  const forms = new Map<ElementNode, FormFact>()
  return {
    tags: ['form', 'input'],
    visit(element, around) {
      if (element.tagName === 'form') {
        if (forms.size < MAX_FINDINGS_PER_LIST) forms.set(element, formOf(element, page))
        return
      }
      const form = around.form === null ? undefined : forms.get(around.form)
      if (!form) return
      if (attributeTokens(element, 'type', 1)[0] === 'password') form.hasPasswordField = true
      if (isCardField(element)) form.hasCardField = true
    },
    facts: () => [...forms.values()],
  }
}

function formOf(element: ElementNode, page: Page): FormFact {
  const method = attributeTokens(element, 'method', 1)[0]
  return {
    action: actionOf(attribute(element, 'action') ?? '', page),
    method: method === 'post' || method === 'dialog' ? method : 'get',
    hasPasswordField: false,
    hasCardField: false,
    tag: page.tagOf(element),
    path: page.pathOf(element),
    line: page.lineOf(element),
  }
}

function actionOf(raw: string, page: Page): string {
  if (raw.trim() === '') return ''
  const resolved = page.resolve(raw)
  return resolved.kind === 'web' ? resolved.url : cutText(raw.trim())
}

/** Names that shops give the fields of a payment card; autocomplete has tokens of its own (HTML standard, 4.10.18.7). */
const CARD_NAME = /card[-_]?(?:number|no|num)\b|\bcc[-_]?(?:number|num|no)\b|\bcvv2?\b|\bcvc2?\b/

function isCardField(input: ElementNode): boolean {
  const purposes = attributeTokens(input, 'autocomplete')
  if (purposes.some(token => token === 'cc-number' || token === 'cc-csc')) return true
  return CARD_NAME.test((attribute(input, 'name') ?? '').slice(0, 200).toLowerCase())
}
