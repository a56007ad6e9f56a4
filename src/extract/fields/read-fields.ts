import type { ParsedDocument } from '#html/html.ts'
import { attribute, type ElementNode } from '#html/node.ts'
import {
  type CustomField,
  type FieldValue,
  MAX_FIELD_VALUE,
  MAX_FIELD_VALUES,
  numberOf,
  VALUE_SEPARATOR,
} from '#shared/custom-fields.ts'
import type { PageFacts } from '#shared/facts.ts'
import { jsonLdValue } from '#shared/json-ld-value.ts'
import { cutFolded, cutText } from '../cut-text.ts'
import { compileCss } from './css.ts'
import { FieldError, FieldPage } from './field-page.ts'
import { innerHtml } from './inner-html.ts'
import { compileJsonPath } from './json-path.ts'
import { compileXPath } from './xpath.ts'
import { isNodes, type XPathNode } from './xpath-values.ts'

/**
 * Custom fields of a page. Nothing that a visitor writes is code: selectors are compiled to functions of ours, and each of their steps is counted.
 * A field that cannot be read has an error in place of its value, and ends nothing else.
 */
export interface CompiledField extends CustomField {
  /** Texts of what is found, in order; throws a FieldError. */
  find(source: FieldSource): Iterable<string>
}

interface FieldSource {
  page: FieldPage
  items(): readonly unknown[]
}

/** What fields read beside the document. */
export type StructuredData = Pick<PageFacts, 'jsonLd' | 'markupItems'>

/** A field, or why its selector is none: a sentence with the place. */
export function compileField(field: CustomField): { ok: true; field: CompiledField } | { ok: false; problem: string } {
  try {
    return { ok: true, field: { ...field, find: finderOf(field) } }
  } catch (error) {
    if (error instanceof FieldError) return { ok: false, problem: error.message }
    throw error
  }
}

/** Compiled fields of a crawl; those of an earlier version that no longer compile are omitted. */
export function compileFields(fields: readonly CustomField[]): CompiledField[] {
  return fields.flatMap(field => {
    const compiled = compileField(field)
    return compiled.ok ? [compiled.field] : []
  })
}

/** The values of all fields, in their order. */
export function readFields(
  fields: readonly CompiledField[],
  { root, source }: Pick<ParsedDocument, 'root' | 'source'>,
  data: () => StructuredData,
): FieldValue[] {
  try {
    const page = new FieldPage(root, source.length)
    let items: unknown[] | null = null
    const of: FieldSource = {
      page,
      items() {
        items ??= itemsOf(data())
        return items
      },
    }
    return fields.map(field => readField(field, of))
  } catch (error) {
    if (!(error instanceof FieldError)) throw error
    return fields.map(({ name }) => ({ name, text: '', number: null, error: error.message }))
  }
}

function readField(field: CompiledField, source: FieldSource): FieldValue {
  const { name } = field
  source.page.begin()
  try {
    const text = field.takes === 'count' ? String(countOf(field, source)) : textOf(field, source)
    return { name, text, number: numberOf(text) }
  } catch (error) {
    if (!(error instanceof FieldError)) throw error
    return { name, text: '', number: null, error: error.message }
  }
}

function countOf({ find }: CompiledField, source: FieldSource): number {
  let count = 0
  for (const _ of find(source)) count++
  return count
}

/** The first text that is not empty, or all of them. */
function textOf({ find, isAll }: CompiledField, source: FieldSource): string {
  const texts: string[] = []
  let length = 0
  for (const found of find(source)) {
    const text = cutText(cutFolded(found), MAX_FIELD_VALUE)
    if (text === '') continue
    texts.push(text)
    length += text.length + VALUE_SEPARATOR.length
    if (!isAll || texts.length >= MAX_FIELD_VALUES || length > MAX_FIELD_VALUE) break
  }
  return cutText(texts.join(VALUE_SEPARATOR), MAX_FIELD_VALUE)
}

function finderOf(field: CustomField): CompiledField['find'] {
  const { language, selector, takes } = field
  if (language === 'json') {
    const find = compileJsonPath(selector)
    return ({ page, items }) => find(items(), () => page.step()).map(valueText)
  }
  const take = takerOf(takes)
  if (language === 'xpath') {
    const evaluate = compileXPath(selector)
    return function* find({ page }) {
      const value = evaluate(page)
      if (!isNodes(value)) yield String(value)
      else for (const node of value) yield* take(node, page)
    }
  }
  const find = compileCss(selector)
  return function* findCss({ page }) {
    for (const element of find(page)) yield* take(element, page)
  }
}

type Take = (node: XPathNode, page: FieldPage) => readonly string[]

/** What is taken of a node; nothing where it has none of it. */
function takerOf(takes: CustomField['takes']): Take {
  // Only the nodes are counted.
  if (takes === 'count') return () => ['']
  if (takes === 'html')
    return (node, page) =>
      node.kind === 'element' ? [innerHtml(node, page, MAX_FIELD_VALUE)] : [textOfNode(node, page)]
  if (takes === 'text') return (node, page) => [textOfNode(node, page)]
  const name = takes.slice(1).toLowerCase()
  return node => (node.kind === 'element' ? valuesOf(node, name) : [])
}

function valuesOf(element: ElementNode, name: string): readonly string[] {
  const value = attribute(element, name)
  return value === null ? [] : [value]
}

function textOfNode(node: XPathNode, page: FieldPage): string {
  return node.kind === 'attribute' ? node.value : page.textOf(node, true)
}

/** All items that the structured data of a page has: blocks of JSON-LD, their lists and graphs taken apart, then Microdata and RDFa. */
function itemsOf({ jsonLd, markupItems = [] }: StructuredData): unknown[] {
  return [...jsonLd, ...markupItems].flatMap(block => {
    try {
      const value: unknown = jsonLdValue(block)
      return (Array.isArray(value) ? value : [value]).flatMap(graphOf)
    } catch {
      return []
    }
  })
}

function graphOf(value: unknown): readonly unknown[] {
  const isObject = typeof value === 'object' && value !== null
  const graph: unknown = isObject && Object.hasOwn(value, '@graph') ? Reflect.get(value, '@graph') : null
  return Array.isArray(graph) ? graph : [value]
}

function valueText(value: unknown): string {
  if (typeof value === 'string') return value
  return value === null || value === undefined ? '' : JSON.stringify(value)
}
