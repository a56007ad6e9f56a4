import { compile, type Options } from 'css-select'
import { isTraversal, parse, type Selector } from 'css-what'
import { attribute, type ElementNode } from '#html/node.ts'
import { FieldError, type FieldPage, type TreeNode } from './field-page.ts'

/** Elements of a page by a CSS selector (Selectors Level 4, as css-select knows it), in document order. */
export type FindElements = (page: FieldPage) => Iterable<ElementNode>

/** @throws FieldError for a text that is no selector; its message has the place where the parser knows it. */
export function compileCss(selector: string): FindElements {
  try {
    const alternatives = parse(selector)
    const candidatesOf = candidates(alternatives)
    let page: FieldPage | null = null
    const step = (count = 1) => page?.step(count)
    const matches = compile<TreeNode, ElementNode>(
      alternatives,
      optionsOf(step, node => page?.textOf(node) ?? ''),
    )
    return function* find(of) {
      page = of
      for (const element of candidatesOf(of)) {
        of.step()
        if (matches(element)) yield element
      }
    }
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error)
    // The parser ends its sentence with the rest of the selector.
    throw new FieldError(`No CSS selector: ${problem.replace(/found\s*$/, 'found its end')}`)
  }
}

/** What the last part of a selector names: elements of other classes or tags need no test. */
function candidates(alternatives: readonly Selector[][]): (page: FieldPage) => readonly ElementNode[] {
  const [only, ...others] = alternatives
  if (!only || others.length > 0) return ({ elements }) => elements
  const last = only.slice(only.findLastIndex(isTraversal) + 1)
  // The parser says 'quirks' of `.name`: as it is written, but in quirks mode, which these selectors do not have.
  for (const part of last)
    if (part.type === 'attribute' && part.name === 'class' && part.action === 'element' && part.ignoreCase !== true)
      return page => page.withClass(part.value)
  for (const part of last)
    if (part.type === 'tag') {
      const name = part.name.toLowerCase()
      return page => page.withTag(name)
    }
  return ({ elements }) => elements
}

function optionsOf(step: (count?: number) => void, textOf: (node: TreeNode) => string): Options<TreeNode, ElementNode> {
  const isElement = (node: TreeNode): node is ElementNode => node.kind === 'element'
  const childrenOf = (node: TreeNode | null) => (node === null || node.kind === 'text' ? [] : node.childNodes)
  const parentOf = (node: TreeNode) => (node.kind === 'root' ? null : node.parentNode)
  const siblingsOf = (node: TreeNode) => {
    const siblings = childrenOf(parentOf(node))
    step(siblings.length)
    return siblings
  }
  return {
    adapter: {
      isTag(node): node is ElementNode {
        step()
        return isElement(node)
      },
      getAttributeValue: (element, name) => attribute(element, name) ?? undefined,
      hasAttrib: (element, name) => attribute(element, name) !== null,
      getChildren(node) {
        step()
        return childrenOf(node)
      },
      getName: ({ tagName }) => tagName.toLowerCase(),
      getParent(node) {
        step()
        return parentOf(node)
      },
      getSiblings: siblingsOf,
      prevElementSibling(node) {
        let before: ElementNode | null = null
        for (const sibling of siblingsOf(node)) {
          if (sibling === node) break
          if (sibling.kind === 'element') before = sibling
        }
        return before
      },
      getText: textOf,
      removeSubsets: nodes => nodes,
      equals(a, b) {
        step()
        return a === b
      },
    },
  }
}
