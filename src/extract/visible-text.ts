import type { RootNode } from '#html/node.ts'
import { tagTraits } from './tag-traits.ts'
import { walk } from './walk.ts'

/** The text that a page shows, with a line for each block: also its navigation and banners, which are no main text. */
export function visibleTextOf(root: RootNode): string {
  const pieces: string[] = []
  const separate = (tagName: string) => {
    if (tagTraits.get(tagName)?.isBlock) pieces.push('\n')
  }
  walk(root, {
    enter: ({ element }) => separate(element.tagName),
    text(value, around) {
      if (!around.isTextIgnored && !around.isHidden && !around.isInHead) pieces.push(value.replaceAll(/\s+/g, ' '))
    },
    leave: ({ tagName }) => separate(tagName),
  })
  return pieces.join('')
}
