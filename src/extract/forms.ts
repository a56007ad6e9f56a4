import { attribute, attributeTokens, type ElementNode, hasAttribute, hasText } from '#html/node.ts'
import type { FormFact, NamelessFact } from '#shared/element-facts.ts'
import { MAX_FINDINGS_PER_LIST, MAX_LINKS_PER_PAGE } from '#shared/limits.ts'
import { labelText, nameByAttribute } from './accessible-name.ts'
import { cutText } from './cut-text.ts'
import type { SoleImages } from './images.ts'
import type { Collector, Page } from './page.ts'
import { regionOf, type Surroundings } from './surroundings.ts'

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

interface ControlFacts {
  namelessButtons: NamelessFact[]
  unlabelledFields: NamelessFact[]
}

interface ControlCollector extends Collector {
  /** An element with role=button, whatever its tag. */
  visitRole(element: ElementNode, around: Surroundings): void
  facts(): ControlFacts
}

/** Input types that cannot be filled in, or that need no label (WCAG 4.1.2; the label rule of axe-core). */
const NOT_FIELDS = new Set(['hidden', 'submit', 'reset', 'button', 'image'])

/** Visible buttons without a name and form fields without a label. */
export function controlCollector(page: Page, soleImages: SoleImages): ControlCollector {
  const namelessButtons: NamelessFact[] = []
  const unlabelledFields: NamelessFact[] = []
  // Names of nested buttons and labels would take quadratic time.
  let named = 0
  const mayName = () => ++named <= MAX_LINKS_PER_PAGE

  const visitButton = (element: ElementNode, around: Surroundings) => {
    if (!mayName()) return
    const { name, soleImage } = page.nameOf(element)
    if (soleImage !== null) soleImages.set(soleImage, { element: 'button', url: '' })
    else if (name === '' && !isUnseen(around) && !hasTemplate(element))
      addTo(namelessButtons, page, { element, around })
  }
  return {
    tags: ['button', 'input', 'select', 'textarea'],
    visit(element, around) {
      if (element.tagName === 'button') {
        visitButton(element, around)
        return
      }
      if (isUnseen(around) || !mayName()) return
      const type = element.tagName === 'input' ? (attributeTokens(element, 'type', 1)[0] ?? 'text') : ''
      if (NOT_FIELDS.has(type)) {
        if (isNamelessInputButton(element, type, page)) addTo(namelessButtons, page, { element, around })
        return
      }
      // The labels of further fields would be read in vain, and may be long.
      if (isFull(unlabelledFields) || isLabelled(element, around, page)) return
      addTo(unlabelledFields, page, { element, around })
    },
    visitRole(element, around) {
      if (element.tagName !== 'button' && element.tagName !== 'input') visitButton(element, around)
    },
    facts: () => ({ namelessButtons, unlabelledFields }),
  }
}

/** A script writes what stands in the template, such as the name (`<template v-else>` in the page of an application). */
function hasTemplate(button: ElementNode): boolean {
  return button.childNodes.some(node => node.kind === 'element' && node.tagName === 'template')
}

function addTo(
  list: NamelessFact[],
  page: Page,
  { element, around }: { element: ElementNode; around: Surroundings },
): void {
  if (isFull(list)) return
  const place = { ...regionOf(around), path: page.pathOf(element), line: page.lineOf(element) }
  list.push({ tag: page.tagOf(element), url: '', ...place })
}

function isFull(list: readonly NamelessFact[]): boolean {
  return list.length >= MAX_FINDINGS_PER_LIST
}

function isUnseen(around: Surroundings): boolean {
  return around.isHidden || around.isAriaHidden || around.isInNoscript
}

/** `submit` and `reset` have default names; `button` and `image` need one. */
function isNamelessInputButton(input: ElementNode, type: string, page: Page): boolean {
  if (type !== 'button' && type !== 'image') return false
  const own = type === 'button' ? 'value' : 'alt'
  return !hasText(input, own) && !hasText(input, 'title') && nameByAttribute(input, page.index) === ''
}

function isLabelled(field: ElementNode, around: Surroundings, page: Page): boolean {
  if (hasText(field, 'title') || nameByAttribute(field, page.index) !== '') return true
  const id = attribute(field, 'id')
  const labels = [around.label, id ? page.index.labelFor(id) : null].filter(label => label !== null)
  return isSwitch(field, labels.length > 0) || labels.some(label => labelText(label, page.index) !== '')
}

/**
 * Menus without scripts use a checkbox that style sheets hide and that a label toggles, with an icon or without text. The source does not
 * show this, so a checkbox with any label counts as one, and so does one with an id and no name. A disabled checkbox without a name marks an
 * entry of a list.
 */
function isSwitch(field: ElementNode, hasLabel: boolean): boolean {
  const [type] = attributeTokens(field, 'type', 1)
  if (field.tagName !== 'input' || (type !== 'checkbox' && type !== 'radio')) return false
  return hasLabel || (!hasText(field, 'name') && (hasText(field, 'id') || hasAttribute(field, 'disabled')))
}
