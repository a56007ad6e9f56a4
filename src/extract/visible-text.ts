import type { RootNode } from '#html/node.ts'
import type { TagTrait } from './tag-traits.ts'
import { walk } from './walk.ts'

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
