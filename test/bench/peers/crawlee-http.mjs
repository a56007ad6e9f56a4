// Crawlee without a parser: links are found by a regular expression, nothing else is read. `ORIGIN PAGES`
import { Configuration, HttpCrawler, log } from '@crawlee/http'
import { CONNECTIONS, say } from './peer.mjs'

const [origin = '', pages = ''] = process.argv.slice(2)
log.setLevel(log.LEVELS.OFF)
let read = 0
const crawler = new HttpCrawler(
  {
    minConcurrency: CONNECTIONS,
    maxConcurrency: CONNECTIONS,
    maxRequestRetries: 0,
    maxRequestsPerCrawl: 2 * Number(pages),
    async requestHandler({ body, addRequests }) {
      read++
      const links = [...String(body).matchAll(/<a [^>]*href=["']([^"'#]+)/gi)].map(
        ([, href]) => URL.parse(href, origin)?.href,
      )
      await addRequests(links.filter(url => url?.startsWith(`${origin}/`)))
    },
  },
  new Configuration({ purgeOnStart: true }),
)
await crawler.run([`${origin}/`])
say(read)
