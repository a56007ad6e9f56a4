import type { SiteFacts } from '#shared/site-facts.ts'
import type { SiteCheck, SiteFinding } from '../check.ts'
import { excerpt, tableEvidence } from '../evidence.ts'
import { headerValuesOf, ownResponses } from '../responses/own-responses.ts'

export const serverVersionExposed: SiteCheck = {
  id: 'server-version-exposed',
  scope: 'site',
  type: 'security_issue',
  severity: 'info',
  isOfServer: true,
  title: 'Response headers name software versions',
  passedTitle: 'Response headers name no software versions',
  why: 'When a vulnerability of a version becomes known, attackers look for servers that say they run it. Visitors have no use for the number.',
  fix: 'Turn the version off in the server (Apache: ServerTokens Prod; nginx: server_tokens off; PHP: expose_php = Off), and install updates all the same.',
  example: { before: 'Server: Apache/2.4.49 (Unix)', after: 'Server: Apache' },
  sources: [
    {
      title: 'OWASP: Fingerprint web server',
      url: 'https://owasp.org/www-project-web-security-testing-guide/latest/4-Web_Application_Security_Testing/01-Information_Gathering/02-Fingerprint_Web_Server',
    },
    { title: 'RFC 9110, section 10.2.4: Server', url: 'https://www.rfc-editor.org/rfc/rfc9110#section-10.2.4' },
  ],
  check: findings,
}

const HEADERS = ['server', 'x-powered-by', 'x-generator']
/** Two numbers: `HTTP/2` or `nginx/1` say little. */
const VERSION = /\d+\.\d+/
const MAX_LISTED = 20
const MAX_SHOWN = 100

interface Exposed {
  host: string
  header: string
  value: string
  url: string
}

async function* findings(site: SiteFacts): AsyncGenerator<SiteFinding, void, undefined> {
  const exposed = new Map<string, Exposed>()
  for await (const facts of ownResponses(site)) {
    const { host } = new URL(facts.url)
    for (const header of HEADERS) {
      for (const value of headerValuesOf(facts, header)) {
        const key = `${host} ${header} ${value}`
        if (!VERSION.test(value) || exposed.has(key) || exposed.size >= MAX_LISTED) continue
        exposed.set(key, { host, header, value: excerpt(value, MAX_SHOWN), url: facts.url })
      }
    }
  }
  const found = [...exposed.values()]
  const [first] = found
  if (!first) return
  yield {
    url: first.url,
    message: `Response headers name software versions: ${first.value}`,
    affectedUrls: [first.url],
    isHostWide: true,
    evidence: [
      tableEvidence({
        label: 'Headers',
        columns: ['Host', 'Header', 'Value', 'Example'],
        items: found,
        row: ({ host, header, value, url }) => [host, header, value, url],
      }),
    ],
  }
}
