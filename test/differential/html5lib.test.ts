import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { parseDocument } from '#html/html.ts'
import { type ChildNode, HTML_NAMESPACE } from '#html/node.ts'

/** The tests that the parsers of browsers are held to, in the form of `test/vendor/html5lib-tests`. */
interface Html5libTest {
  file: string
  data: string
  tree: Html5libNode[]
}

interface Html5libNode {
  tag?: string
  ns?: string
  attrs?: { name: string; value: string }[]
  text?: string
  children?: Html5libNode[]
}

/** Elements and texts in document order. Texts that a comment parts are one here. */
function expected(nodes: readonly Html5libNode[]): string[] {
  return joined(
    nodes.flatMap(({ tag, ns, attrs, text, children }) => {
      if (text !== undefined) return [`"${text}`]
      // A comment, the document type, or the content of a template, which is no child of it.
      if (tag === undefined) return []
      return [opened(tag, ns ?? HTML_NAMESPACE, attrs ?? []), ...expected(children ?? []), '>']
    }),
  )
}

function found(nodes: readonly ChildNode[]): string[] {
  return joined(
    nodes.flatMap(node => {
      if (node.kind === 'text') return [`"${node.value}`]
      return [opened(node.tagName, node.namespaceURI, node.attrs), ...found(node.childNodes), '>']
    }),
  )
}

function opened(tag: string, namespace: string, attrs: readonly { name: string; value: string }[]): string {
  const attributes = attrs.map(({ name, value }) => `${name}=${value}`).sort()
  return `<${[tag, namespace.split('/').at(-1), ...attributes].join(' ')}`
}

function joined(lines: readonly string[]): string[] {
  const whole: string[] = []
  for (const line of lines) {
    const last = whole.at(-1)
    if (line.startsWith('"') && last?.startsWith('"')) whole[whole.length - 1] = last + line.slice(1)
    else whole.push(line)
  }
  return whole
}

/** The element that these are about had rules of its own once; browsers dropped them in 2016. */
const OUTDATED: ReadonlySet<string> = new Set([
  '<!DOCTYPE html><body><menuitem>A<menuitem>B',
  '<!DOCTYPE html><body><menuitem>A<menu>B</menu>',
  '<!DOCTYPE html><body><menuitem>A<hr>B',
])
const all: Html5libTest[] = JSON.parse(
  readFileSync(path.join(import.meta.dirname, '../vendor/html5lib-tests/tree-construction.json'), 'utf8'),
)
const cases = all.filter(({ data }) => !OUTDATED.has(data))

test(`the parser builds the trees of the ${cases.length} documents of html5lib-tests`, () => {
  for (const { file, data, tree } of cases)
    assert.deepEqual(found(parseDocument(data).root.childNodes), expected(tree), `${file}: ${JSON.stringify(data)}`)
})
