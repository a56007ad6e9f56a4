/** What was measured of a page while it stood in a browser, beside its document. Plain data of bounded size. */
export interface PageAudit {
  /** Rules of accessibility that it breaks for certain; absent where it was too large, or took too long. */
  violations?: AccessibilityViolation[]
  /** On a screen as narrow as a phone's; absent where it could not be measured. */
  narrow?: NarrowLayout
}

/** A rule of axe-core, and what breaks it. */
export interface AccessibilityViolation {
  rule: string
  impact: 'serious' | 'critical'
  /** What axe-core checks of a page, in its words. */
  help: string
  helpUrl: string
  /** Elements that break it; `nodes` are the first few. */
  total: number
  nodes: AccessibilityNode[]
}

export interface AccessibilityNode {
  /** A selector. */
  path: string
  /** Its markup, cut. */
  tag: string
  /** What is wrong with it, cut. */
  summary: string
}

export interface NarrowLayout {
  /** Of the screen, as the page sees it: larger than the real one where the page does not adapt to phones at all. CSS pixels. */
  width: number
  /** How far the page reaches, where visitors can scroll to it. */
  scrollWidth: number
  /** Its own fonts were not there, so widths of text are not quite those that visitors see. */
  isApproximate: boolean
  /** What reaches furthest, the widest first, at most a few. */
  elements: { path: string; tag: string; right: number }[]
}
