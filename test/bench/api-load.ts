import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Agent } from 'undici'
import { endpoints } from '#shared/api/endpoints.ts'
import { type Client, type Latency, percentiles, timedRequest } from './api-measure.ts'
import { type ApiServer, signIn, startApiServer } from './api-server.ts'
import { startBenchServer } from './bench-servers.ts'
import { benchSite } from './crawl/bench-site.ts'
import { writeBenchSite } from './crawl/write-bench-site.ts'

/** How long a poll of the progress takes while nothing else goes on, and while several crawls run. */
export interface LoadCost {
  crawls: number
  pages: number
  idle: Latency
  busy: Latency
  /** From the start of the crawls to the end of the first of them. */
  busySeconds: number
}

const CRAWLS = 4
const POLL_PAUSE_MS = 20
const IDLE_POLLS = 500
const MOST_POLLS = 5_000

export async function measureLoad(pages: number): Promise<LoadCost> {
  const folder = await mkdtemp(path.join(tmpdir(), 'sitesounder-bench-'))
  await using cleaning = new AsyncDisposableStack()
  cleaning.defer(() => rm(folder, { recursive: true, force: true }))
  const sites: string[] = []
  for (let number = 0; number < CRAWLS; number++) {
    const site = benchSite(pages)
    const home = await mkdtemp(path.join(folder, 'site-'))
    const server = await startBenchServer(site, home)
    cleaning.defer(() => server.stop())
    writeBenchSite(site, { folder: home, origin: server.origin })
    sites.push(`${server.origin}/`)
  }
  const server = cleaning.use(
    await startApiServer(path.join(folder, 'data'), {
      flags: ['--crawls-at-once', String(CRAWLS), '--max-crawl-limit', String(pages)],
    }),
  )
  return { crawls: CRAWLS, pages, ...(await pollAround(server, { sites, pages })) }
}

async function pollAround(
  { url, pid }: ApiServer,
  { sites, pages }: { sites: readonly string[]; pages: number },
): Promise<Pick<LoadCost, 'idle' | 'busy' | 'busySeconds'>> {
  const cookie = await signIn(url)
  await using cleaning = new AsyncDisposableStack()
  const agent = cleaning.adopt(new Agent({ connections: 2 }), each => each.destroy())
  const client: Client = { url, pid, cookie, agent }
  const start = async (siteUrl: string) => {
    const response = await fetch(url + endpoints.startCrawl.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify({ url: siteUrl, crawlLimit: pages }),
    })
    return endpoints.startCrawl.response.parse(await response.json()).websiteId
  }
  const stateOf = async (websiteId: number) => {
    const response = await fetch(`${url}/api/crawl/${websiteId}`, { headers: { cookie } })
    return endpoints.crawlResult.response.parse(await response.json()).status
  }
  // What is polled while nothing goes on is a crawl that has ended: of one page.
  const [first = ''] = sites
  const ended = await start(`${first}nothing`)
  while ((await stateOf(ended)) !== 'complete') await pause(POLL_PAUSE_MS)
  const poll = async (websiteId: number) => {
    await pause(POLL_PAUSE_MS)
    return (await timedRequest(client, { path: `/api/crawl/${websiteId}` })).tookMs
  }
  const idle: number[] = []
  for (let times = 0; times < IDLE_POLLS; times++) idle.push(await poll(ended))
  const startedMs = performance.now()
  const websites: number[] = []
  for (const site of sites) websites.push(await start(site))
  const busy: number[] = []
  const isAnyEnded = async () => (await Promise.all(websites.map(stateOf))).includes('complete')
  while (busy.length < MOST_POLLS && !(busy.length % 50 === 49 && (await isAnyEnded())))
    busy.push(await poll(websites[busy.length % websites.length] ?? ended))
  return { idle: percentiles(idle), busy: percentiles(busy), busySeconds: (performance.now() - startedMs) / 1_000 }
}
