// Crawlee with Cheerio: follows every link of the site and reads the plainest facts of each page. `ORIGIN PAGES`
import { CheerioCrawler, Configuration, log } from '@crawlee/cheerio'
import { CONNECTIONS, say } from './peer.mjs'

const [origin = '', pages = ''] = process.argv.slice(2)
log.setLevel(log.LEVELS.OFF)
let read = 0
const crawler = new CheerioCrawler(
  {
    minConcurrency: CONNECTIONS,
    maxConcurrency: CONNECTIONS,
    maxRequestRetries: 0,
    maxRequestsPerCrawl: 2 * Number(pages),
    async requestHandler({ request, $, enqueueLinks, pushData }) {
      read++
      await pushData({
        url: request.loadedUrl,
        title: $('title').first().text(),
        description: $('meta[name=description]').attr('content') ?? null,
        headings: $('h1, h2, h3, h4, h5, h6')
          .map((_, each) => $(each).text())
          .get(),
        lang: $('html').attr('lang') ?? null,
        canonical: $('link[rel=canonical]').attr('href') ?? null,
        robots: $('meta[name=robots]').attr('content') ?? null,
        links: $('a[href]')
          .map((_, each) => [[$(each).attr('href'), $(each).text()]])
          .get(),
        imagesWithoutAlt: $('img:not([alt])').length,
        words: $('body').text().split(/\s+/).length,
      })
      await enqueueLinks({ strategy: 'same-hostname' })
    },
  },
  new Configuration({ purgeOnStart: true }),
)
await crawler.run([`${origin}/`])
say(read)
