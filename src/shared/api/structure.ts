import * as z from 'zod/mini'
import type { EndpointTable } from './contract.ts'
import { crawl } from './values.ts'

/** Pages of one structure at most: what a graph can show and a browser can move. */
export const MAX_STRUCTURE_PAGES = 5_000
/** Links between them at most, beyond the tree. */
export const MAX_STRUCTURE_LINKS = 10_000

/**
 * The pages of a site as a tree of their paths, with the links between them. Columns of one length instead of a list of objects:
 * page i is the i-th entry of each, and `parents` and `links` name pages by this number.
 */
export const structureSchema = z.object({
  crawlId: z.int(),
  /** Rows of the pages list. */
  totalPages: z.number(),
  /** How many of them are omitted here: those furthest from the start page. */
  omittedPages: z.number(),
  /** What most URLs begin with; the others stand whole in `paths`. */
  origin: z.string(),
  paths: z.array(z.string()),
  /** Path segments, at least 1. */
  depths: z.array(z.number()),
  /** Crawl depth. */
  clicks: z.array(z.number()),
  /** null when there was no response. */
  statuses: z.array(z.nullable(z.number())),
  /** How strongly the links of the site point to each, 0 to 100; null where that is not known, or the page is not for search engines. */
  linkScores: z.array(z.nullable(z.number())),
  /** Beginnings of the titles. */
  titles: z.array(z.string()),
  /** Issues that concern the page. */
  errors: z.array(z.number()),
  warnings: z.array(z.number()),
  infos: z.array(z.number()),
  /** The nearest page above in the path, else the start page; null for the one page at the top. */
  parents: z.array(z.nullable(z.number())),
  /** Pairs: the page that links, the page that is linked to. */
  links: z.array(z.number()),
  /** Links between these pages, of which `links` holds those to the least-linked pages. */
  totalLinks: z.number(),
})
export type StructureResponse = z.infer<typeof structureSchema>

export const structureEndpoints = {
  structure: {
    access: 'view',
    share: 'links',
    scope: 'read',
    method: 'GET',
    path: '/api/structure/:id',
    response: structureSchema,
    tag: 'Results',
    summary: 'The pages as a tree of their paths, with links between them',
    description:
      `At most ${MAX_STRUCTURE_PAGES} pages, those nearest to the start page, and ${MAX_STRUCTURE_LINKS} links: of each page, those to the ` +
      'pages with the fewest links, since links in every navigation say little about a page. Columns of one length: page i is the i-th ' +
      'entry of each.',
    query: { crawl },
  },
} as const satisfies EndpointTable
