// Linkinator: requests every link of the site, reads nothing else. `ORIGIN PAGES`
import { LinkChecker } from 'linkinator'
import { CONNECTIONS, say } from './peer.mjs'

const [origin = ''] = process.argv.slice(2)
const checker = new LinkChecker()
const { links } = await checker.check({
  path: `${origin}/`,
  recurse: true,
  concurrency: CONNECTIONS,
  linksToSkip: ['/image/', '/site.css', '^mailto:'],
})
say(links.filter(link => link.status === 200).length)
