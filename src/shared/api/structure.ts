import { MAX_STRUCTURE_LINKS, MAX_STRUCTURE_PAGES, structureSchema } from '../structure.ts'
import type { EndpointTable } from './contract.ts'
import { crawl } from './values.ts'

export const structureEndpoints = {
  structure: {
    access: 'website',
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
