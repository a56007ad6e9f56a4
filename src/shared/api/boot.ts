import * as z from 'zod/mini'
import { chosenOptionsSchema } from '../crawl-options.ts'
import { hostMapChoices } from '../host-map.ts'
import { crawlerChoices } from '../ownership.ts'

/** What the server passes to the page that it serves, in a JSON script element with the id `boot`. */
export const bootSchema = z.object({
  /** The largest crawl limit that a visitor may choose. */
  maxCrawlLimit: z.number(),
  /** URL of the demo site, null when it is not served. */
  demoUrl: z.nullable(z.string()),
  /** How long the data of a visitor who left are kept; not known when absent. */
  ephemeralSeconds: z.optional(z.number()),
  /** Whether this server measures page speed; it does when absent. */
  measuresPageSpeed: z.optional(z.boolean()),
  /** Whether this server can run the scripts of the pages of a crawl; it cannot when absent. */
  canRenderJavaScript: z.optional(z.boolean()),
  /** It does so for users who have signed in alone; for anyone when absent. */
  renderingNeedsAccount: z.optional(z.boolean()),
  /** Maximum page speed sample; none when absent. */
  maxPageSpeedSample: z.optional(z.number()),
  /** Which visitors may choose the user agent, and whether robots.txt is obeyed; those of proved websites when absent. */
  crawlerChoice: z.optional(z.enum(crawlerChoices)),
  /** Names of the proxies that a crawl may choose; none when absent. */
  proxyNames: z.optional(z.array(z.string())),
  /** Who may name IP addresses of hosts; no crawl when absent. */
  hostMaps: z.optional(z.enum(hostMapChoices)),
  /** Options of a crawl where its visitor chooses none. */
  crawlDefaults: z.optional(chosenOptionsSchema),
})

export type Boot = z.infer<typeof bootSchema>
