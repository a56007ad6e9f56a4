import type { Selectable } from 'kysely'
import type { LinkFigures } from '#shared/link-figures.ts'
import type { Schema } from '../database/schema.ts'

/** To be selected of a page with what was written of its links. */
export const linkFigureColumns = [
  'link_figures.outlinks',
  'link_figures.outlink_targets',
  'link_figures.followed_outlinks',
  'link_figures.external_outlinks',
  'link_figures.inlinks',
  'link_figures.followed_inlink_pages',
  'link_figures.score',
] as const

type Columns = Omit<Selectable<Schema['link_figures']>, 'crawl_id' | 'url_id'>

/** null until all links are counted. */
export function toLinkFigures(row: { [Name in keyof Columns]: Columns[Name] | null }): LinkFigures | null {
  if (row.inlinks === null) return null
  return {
    score: row.score,
    inlinks: row.inlinks,
    followedInlinkPages: row.followed_inlink_pages ?? 0,
    outlinks: row.outlinks ?? 0,
    outlinkTargets: row.outlink_targets ?? 0,
    followedOutlinks: row.followed_outlinks ?? 0,
    externalOutlinks: row.external_outlinks ?? 0,
  }
}
