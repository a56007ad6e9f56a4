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
})

export type Boot = z.infer<typeof bootSchema>
