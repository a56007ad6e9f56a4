import type { ChildNode, ElementNode, RootNode } from '#html/node.ts'
import type { TagTrait } from './tag-traits.ts'
import { walk } from './walk.ts'

const NO_TEXT = new Set(['script', 'style', 'noscript', 'template'])
const SPACED = new Set('p div br li td th tr h1 h2 h3 h4 h5 h6 section article pre ul ol table'.split(' '))

/** All text in an element with its white space, and a space where a block or a line break begins; at most about `limit` characters. */
export function elementText(element: ElementNode, limit: number): string {
  let text = ''
  const ahead: ChildNode[] = element.childNodes.toReversed()
  for (let node = ahead.pop(); node && text.length < limit; node = ahead.pop()) {
    if (node.kind === 'text') {
      text += node.value
      continue
    }
    if (NO_TEXT.has(node.tagName)) continue
    if (SPACED.has(node.tagName)) text += ' '
    for (let i = node.childNodes.length - 1; i >= 0; i--) {
      const child = node.childNodes[i]
      if (child) ahead.push(child)
    }
  }
  return text
}

/** The text that a page shows, with a line for each block: also its navigation and banners, which are no main text. */
export function visibleTextOf(root: RootNode): string {
  const pieces: string[] = []
  const separate = ({ isBlock }: TagTrait) => {
    if (isBlock) pieces.push('\n')
  }
  walk(root, {
    enter: ({ trait }) => separate(trait),
    text(value, around) {
      if (!around.isTextIgnored && !around.isHidden && !around.isInHead) pieces.push(value.replaceAll(/\s+/g, ' '))
    },
    leave: separate,
  })
  return pieces.join('')
}
