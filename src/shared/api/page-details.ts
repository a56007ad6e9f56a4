import * as z from 'zod/mini'
import { linkKinds } from '../model.ts'
import { linkGroups, nearPageSchema, pageFactsSchema, pageLinksSchema } from '../page-detail.ts'
import type { EndpointTable } from './contract.ts'
import { attemptSchema } from './issues.ts'
import { pageSchema } from './pages.ts'
import { choice, url, whole } from './query.ts'
import { crawl, hopSchema, offset } from './values.ts'

export const pageDetailSchema = z.object({
  /** In the form in which pages are stored. */
  url: z.string(),
  /** Its row of the pages list; null for what is no page of the site, such as a file or a URL of another site. */
  page: z.nullable(pageSchema),
  /** What came of requesting it; null when the crawl has not found it, or not got to it yet. */
  response: z.nullable(
    z.object({
      isExternal: z.boolean(),
      statusCode: z.nullable(z.number()),
      finalUrl: z.string(),
      finalStatusCode: z.nullable(z.number()),
      /** Why there was no response, for a person; '' otherwise. */
      failure: z.string(),
      /** Why it was not requested or not read, for a person; '' otherwise. */
      skipReason: z.string(),
      contentType: z.nullable(z.string()),
      size: z.nullable(z.number()),
      hops: z.array(hopSchema),
      attempts: z.array(attemptSchema),
      /** How pages name it. */
      kinds: z.array(z.enum(linkKinds)),
      isBotChallenge: z.boolean(),
    }),
  ),
  /** null for what is no page of the site. */
  indexability: z.nullable(z.object({ isIndexable: z.boolean(), reason: z.string() })),
  /** null without HTML. */
  facts: z.nullable(pageFactsSchema),
  /** Why its facts may differ from its findings, or cannot be shown, for a person; '' otherwise. */
  factsNote: z.string(),
  /** Pages with nearly this URL, for one that the crawl has not met. */
  near: z.array(nearPageSchema),
})

export type PageDetailResponse = z.infer<typeof pageDetailSchema>

export const LINKS_PER_RESPONSE_DEFAULT = 50
const MAX_LINKS_PER_RESPONSE = 100

export const pageDetailEndpoints = {
  pageDetail: {
    access: 'view',
    share: 'pages',
    scope: 'read',
    method: 'GET',
    path: '/api/page/:id',
    response: pageDetailSchema,
    tag: 'Results',
    summary: 'Everything known about one URL',
    description: 'Long lists are cut; each has its `total` beside it.',
    query: { crawl, url: url({ about: 'URL of the page or file. Required.' }) },
  },
  pageLinks: {
    access: 'view',
    share: 'links',
    scope: 'read',
    method: 'GET',
    path: '/api/page-links/:id',
    response: pageLinksSchema,
    tag: 'Results',
    summary: 'Links to a URL, or the links of a page',
    query: {
      crawl,
      url: url({ about: 'URL of the page or file. Required.' }),
      direction: choice({
        about: 'Inlinks, one row for each page that links to the URL, or outlinks.',
        of: ['in', 'out'],
        fallback: 'out',
      }),
      group: choice({
        about: 'Only links to pages, or only references to other files, such as images and style sheets.',
        of: linkGroups,
        fallback: 'all',
      }),
      offset,
      limit: whole({
        about: 'Maximum number of rows.',
        min: 1,
        max: MAX_LINKS_PER_RESPONSE,
        fallback: LINKS_PER_RESPONSE_DEFAULT,
      }),
    },
  },
} as const satisfies EndpointTable
