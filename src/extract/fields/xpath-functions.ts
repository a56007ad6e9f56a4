import { FieldError } from './field-page.ts'
import {
  isNodes,
  nodeText,
  toBoolean,
  toNumber,
  toText,
  type XPathContext,
  type XPathNode,
  type XPathValue,
} from './xpath-values.ts'

/** The core functions of XPath 1.0 (section 4), but `lang` and `namespace-uri`. */

interface XPathFunction {
  /** How many arguments it takes. */
  least: number
  most: number
  result: 'text' | 'number' | 'boolean' | 'nodes'
  call(values: readonly XPathValue[], context: XPathContext): XPathValue
}

/** Of the texts of the arguments; an argument that is absent is the context node. */
function ofTexts(
  least: number,
  most: number,
  call: (texts: readonly string[], context: XPathContext) => string | boolean | number,
  result: XPathFunction['result'] = 'text',
): XPathFunction {
  return {
    least,
    most,
    result,
    call(values, context) {
      const texts = (values.length > 0 ? values : [[context.node]]).map(value => toText(value, context.page))
      for (const { length } of texts) context.page.stepText(length)
      return call(texts, context)
    },
  }
}

function ofNumber(call: (value: number) => number): XPathFunction {
  return { least: 1, most: 1, result: 'number', call: ([value = ''], { page }) => call(toNumber(value, page)) }
}

function ofNodes(
  result: 'text' | 'number',
  least: number,
  call: (nodes: readonly XPathNode[], context: XPathContext) => XPathValue,
): XPathFunction {
  return {
    least,
    most: 1,
    result,
    call([value = []], context) {
      if (!isNodes(value)) throw new FieldError('The function takes nodes, not a text or a number.')
      return call(value, context)
    },
  }
}

const nameOf = ofNodes('text', 0, (nodes, { node }) => {
  const named = nodes[0] ?? node
  return named.kind === 'element' ? named.tagName : named.kind === 'attribute' ? named.name : ''
})

export const functions: Readonly<Record<string, XPathFunction>> = {
  last: { least: 0, most: 0, result: 'number', call: (_, { size }) => size },
  position: { least: 0, most: 0, result: 'number', call: (_, { position }) => position },
  count: ofNodes('number', 1, nodes => nodes.length),
  sum: ofNodes('number', 1, (nodes, { page }) =>
    nodes.reduce((sum, node) => sum + toNumber(nodeText(node, page), page), 0),
  ),
  id: {
    least: 1,
    most: 1,
    result: 'nodes',
    call([value = ''], { page }) {
      const wanted = new Set(
        (isNodes(value) ? value.map(node => nodeText(node, page)) : [toText(value, page)]).flatMap(text =>
          text.split(/\s+/),
        ),
      )
      page.step(page.elements.length)
      return page.elements.filter(({ attrs }) => attrs.some(({ name, value: id }) => name === 'id' && wanted.has(id)))
    },
  },
  name: nameOf,
  'local-name': nameOf,
  string: ofTexts(0, 1, ([text = '']) => text),
  concat: ofTexts(2, Number.POSITIVE_INFINITY, texts => texts.join('')),
  'starts-with': ofTexts(2, 2, ([text = '', start = '']) => text.startsWith(start), 'boolean'),
  contains: ofTexts(2, 2, ([text = '', part = '']) => text.includes(part), 'boolean'),
  'substring-before': ofTexts(2, 2, ([text = '', part = '']) => text.slice(0, Math.max(0, text.indexOf(part)))),
  'substring-after': ofTexts(2, 2, ([text = '', part = '']) =>
    text.includes(part) ? text.slice(text.indexOf(part) + part.length) : '',
  ),
  substring: {
    least: 2,
    most: 3,
    result: 'text',
    call([value = '', from = 1, length = Number.POSITIVE_INFINITY], { page }) {
      const text = toText(value, page)
      page.stepText(text.length)
      const start = Math.round(toNumber(from, page))
      const end = start + Math.round(toNumber(length, page))
      return Number.isNaN(end) ? '' : text.slice(Math.max(0, start - 1), Math.max(0, end - 1))
    },
  },
  'string-length': ofTexts(0, 1, ([text = '']) => [...text].length, 'number'),
  'normalize-space': ofTexts(0, 1, ([text = '']) => text.trim().replaceAll(/\s+/g, ' ')),
  translate: ofTexts(3, 3, ([text = '', from = '', to = '']) => {
    const replacements = [...to]
    // Of a character that is there twice, the first counts.
    const map = new Map([...from].map((each, index) => [each, replacements[index] ?? ''] as const).toReversed())
    return Array.from(text, each => map.get(each) ?? each).join('')
  }),
  boolean: { least: 1, most: 1, result: 'boolean', call: ([value = '']) => toBoolean(value) },
  not: { least: 1, most: 1, result: 'boolean', call: ([value = '']) => !toBoolean(value) },
  true: { least: 0, most: 0, result: 'boolean', call: () => true },
  false: { least: 0, most: 0, result: 'boolean', call: () => false },
  number: {
    least: 0,
    most: 1,
    result: 'number',
    call: ([value], { node, page }) => toNumber(value ?? [node], page),
  },
  floor: ofNumber(Math.floor),
  ceiling: ofNumber(Math.ceil),
  round: ofNumber(Math.round),
}
