import type { Attribute } from './node.ts'

/** The tag that was read last. There is one of it for a page: tags are handled one after the other. */
export interface TagToken {
  /** In lower case; SVG has some of its names adjusted. */
  name: string
  tag: number
  /** Of a start tag. */
  attrs: Attribute[]
  isSelfClosing: boolean
  /** Offset of `<`. */
  start: number
  /** Offset behind `>`. */
  end: number
}

/** Most elements have no attributes. Nobody writes into it. */
export const NO_ATTRIBUTES: Attribute[] = []

export function createTagToken(): TagToken {
  return { name: '', tag: 0, attrs: NO_ATTRIBUTES, isSelfClosing: false, start: -1, end: -1 }
}
