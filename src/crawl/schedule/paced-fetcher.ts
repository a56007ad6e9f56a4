import type { Fetcher } from '#fetch/fetch.ts'
import type { HostRules } from './dispatcher.ts'
import type { CrawlPace } from './host-rates.ts'
import { hostPolicy } from './politeness.ts'
import { isLoopbackHost } from './scope.ts'

interface Pacing {
  pace: CrawlPace
  rulesFor(url: string): HostRules
}

/** What is asked beside the pages waits for its turn as they do. */
export function pacedFetcher(fetcher: Pick<Fetcher, 'fetch'>, { pace, rulesFor }: Pacing): Pick<Fetcher, 'fetch'> {
  return {
    async fetch(request) {
      const { politeness, crawlDelayMs } = rulesFor(request.url)
      const policy = hostPolicy(politeness, { isLoopback: isLoopbackHost(request.url), crawlDelayMs })
      return await pace.ask(pace.seat(request.url, policy), request.signal, () => fetcher.fetch(request))
    },
  }
}
