import * as z from 'zod/mini'

/** What the server tells the page it serves, in a JSON script element with the id `boot`. */
export const bootSchema = z.object({
  /** The largest crawl limit a visitor may ask for. */
  maxCrawlLimit: z.number(),
  /** Address of the demo site, null when it is not served. */
  demoUrl: z.nullable(z.string()),
  /** How long the data of a visitor who left are kept. */
  ephemeralSeconds: z.optional(z.number()),
  /** Whether this server measures page speed; left out: it does. */
  measuresPageSpeed: z.optional(z.boolean()),
  /** Whether this server can run the scripts of the pages of a crawl; left out: it cannot. */
  rendersJavaScript: z.optional(z.boolean()),
  /** Of how many pages of a crawl the speed may be measured; left out: of none. */
  maxPageSpeedSample: z.optional(z.number()),
  /** Whether crawls visit pages that only sitemaps list unless they are asked not to; left out: they do not. */
  readsSitemaps: z.optional(z.boolean()),
  /** Parameters that crawls drop from addresses unless they are asked for others; left out: none. */
  dropParameters: z.optional(z.array(z.string())),
})

export type Boot = z.infer<typeof bootSchema>
