import { CRAWL_LIMIT_DEFAULT, CRAWL_LIMIT_MIN } from '../constants.ts'
import { crawlEstimateSchema } from '../crawl-estimate.ts'
import { type CrawlNumber, crawlNumbers } from '../crawl-option-rows.ts'
import type { EndpointTable } from './contract.ts'
import { flag, text, whole } from './query.ts'

/** As large as any limit that an operator sets. */
const LARGEST_LIMIT = 1_000_000_000
const maximumOf = (number: CrawlNumber) => Math.max(...crawlNumbers.map(({ name, max }) => (name === number ? max : 0)))
const [largestSample, longestPause] = [maximumOf('pageSpeedSample'), maximumOf('pauseMs')]

export const estimateEndpoints = {
  crawlEstimate: {
    access: 'anyone',
    scope: 'read',
    method: 'GET',
    path: '/api/estimate',
    response: crawlEstimateSchema,
    tag: 'Websites',
    summary: 'How long a crawl would take, and how many requests it would send',
    description:
      'Nothing is requested from the website. The estimate rests on your last crawl of it with the same options; without one, ' +
      '`assumedSecondsPerResponse` names the response time that it assumes, and `requests` is the most that the crawl may send.',
    query: {
      url: text({ about: 'Start URL of the crawl. Required.' }),
      limit: whole({
        about: 'Page limit of the crawl.',
        min: CRAWL_LIMIT_MIN,
        max: LARGEST_LIMIT,
        fallback: CRAWL_LIMIT_DEFAULT,
      }),
      render: flag({ about: 'Whether the scripts of pages are run.' }),
      pauseMs: whole({
        about: 'Milliseconds between two requests to the website.',
        min: 0,
        max: longestPause,
        fallback: 0,
      }),
      speedSample: whole({
        about: 'Number of pages whose speed is measured.',
        min: 0,
        max: largestSample,
        fallback: 0,
      }),
    },
  },
} as const satisfies EndpointTable
