import type { PageFacts } from '#shared/facts.ts'
import { remembered } from './remember.ts'

/** Why a check about the text of a page says nothing about such a one. */
export const IS_FRAMESET = 'The page only shows other pages in frames, which are checked instead'

/** In a path that begins below the html element, or further up with an outer frameset. */
const FRAME_OF_FRAMESET = /(?:^|> )frameset(?::nth-of-type\(\d+\))? > frame\b/

/** The page shows nothing but other pages, in frames: headings, text and links are theirs. */
export const isFrameset = remembered(({ links }: Pick<PageFacts, 'links'>): boolean =>
  links.some(link => link.kind === 'frame' && FRAME_OF_FRAMESET.test(link.path)),
)
