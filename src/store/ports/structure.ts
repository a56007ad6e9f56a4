import type { Severity } from '#shared/model.ts'

export interface StructurePage {
  /** Stable within the crawl. */
  id: number
  url: string
  depth: number
  statusCode: number | null
  title: string
  inlinkCount: number
  /** See LinkFigures. */
  linkScore: number | null
  /** Issues that concern the page, as the list of its issues counts them. */
  bySeverity: Record<Severity, number>
}

export interface StructureLinks {
  id: number
  url: string
  /** Ids of the URLs to which it leads, each once, itself left out. */
  targetIds: number[]
}
