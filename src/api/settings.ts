/** What the operator decides about this part; the values come from config.ts. */
export interface ApiSettings {
  /** The largest page limit a visitor may ask for. */
  maxCrawlLimit: number
  /** How long the data of a visitor who left are kept. */
  ephemeralSeconds: number
  /** Address under which strangers reach the server; null: it serves the person at this machine. */
  publicUrl: URL | null
  maxActiveCrawlsPerVisitor: number
  /** Of all visitors. */
  maxActiveCrawls: number
  /** What every crawl of a visitor does. */
  obeysRobots: boolean
  probesResources: boolean
  probesExternal: boolean
  /** Address of the demo site, null when it is not served. */
  demoUrl: string | null
  /** Largest body of a request. */
  bodyLimitBytes: number
}
