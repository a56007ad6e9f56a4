import type { CrawlContext } from '../crawl-context.ts'
import { RobotsByOrigin } from './robots-by-origin.ts'

/** Asks for files that the crawl does not obey: no worker hears of them, and a crawl taken up again need not ask anew. */
export function silentRobots({
  fetcher,
  settings,
  now,
  after,
}: Pick<CrawlContext, 'fetcher' | 'settings' | 'now' | 'after'>): RobotsByOrigin {
  return new RobotsByOrigin({
    fetcher,
    token: settings.robotsToken,
    now,
    onKnown: () => {},
    pause: attempt => new Promise(resolve => after(settings.serverErrorPauseMs * attempt, resolve)),
  })
}
