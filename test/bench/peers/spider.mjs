// spider-rs: a crawler in Rust behind a binding; follows links and hands each page over. `ORIGIN PAGES`
import { Website } from '@spider-rs/spider-rs'
import { say } from './peer.mjs'

const [origin = '', pages = ''] = process.argv.slice(2)
let read = 0
const website = new Website(`${origin}/`)
  .withBudget({ '*': 2 * Number(pages) })
  .withRespectRobotsTxt(true)
  .build()
await website.crawl((_error, page) => {
  if (page?.content) read++
})
// Pages are delivered a little later than the crawl ends.
for (let before = -1; before < read; ) {
  before = read
  await new Promise(resolve => setTimeout(resolve, 200))
}
say(read)
// The binding keeps the process alive.
process.exit()
