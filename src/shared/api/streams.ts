import type { Access, Scope } from './contract.ts'

/** What is answered with a file instead of JSON, sent while it is made. All are GET. */
export const streams = {
  /** CSV or JSON of a whole crawl or of one of its lists; what tools for continuous integration read. */
  exportCrawl: { access: 'website', scope: 'read', path: '/api/export-csv/:id' },
  /** XML sitemap of the pages that may be indexed. */
  sitemap: { access: 'website', scope: 'read', path: '/api/sitemap/:id' },
  /** The report to hand over. */
  report: { access: 'website', scope: 'read', path: '/api/report/:id' },
  /** A picture that the crawl came upon, small enough to be shown. */
  thumbnail: { access: 'website', scope: 'read', path: '/api/thumbnail/:id' },
  /** Of this very table and the endpoints: OpenAPI 3.1, and the same for people. */
  openApi: { access: 'anyone', scope: 'read', path: '/api/openapi.json' },
  docs: { access: 'anyone', scope: 'read', path: '/api/docs' },
} as const satisfies Record<string, { access: Access; scope: Scope; path: string }>

export type StreamName = keyof typeof streams
