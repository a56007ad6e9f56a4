import type { SecurityFileFacts } from '#shared/host-facts.ts'
import { isGone } from '#shared/http-status.ts'
import type { SiteCheck, SiteFinding } from '../check.ts'
import { tableEvidence } from '../evidence.ts'

export const securityTxtInvalid: SiteCheck = {
  id: 'security-txt-invalid',
  scope: 'site',
  type: 'security_issue',
  severity: 'info',
  title: 'No security.txt, or an invalid or expired one',
  passedTitle: 'security.txt is valid',
  why: 'People who find a vulnerability look in security.txt for where to report it. Without the file, or with an expired one, reports go to the wrong address or are not made. Search results do not depend on it.',
  fix: 'Put a text file with a Contact and an Expires field at /.well-known/security.txt, and renew the date at least once a year.',
  example: {
    before: 'Contact: mailto:security@example.com',
    after: 'Contact: mailto:security@example.com\nExpires: 2027-06-30T22:00:00.000Z',
  },
  sources: [
    {
      title: 'RFC 9116: A File Format to Aid in Security Vulnerability Disclosure',
      url: 'https://www.rfc-editor.org/rfc/rfc9116',
    },
    { title: 'securitytxt.org', url: 'https://securitytxt.org/' },
  ],
  check: ({ crawl }) => {
    const { securityFile } = crawl
    if (securityFile === undefined) return { skipped: 'security.txt was not fetched.' }
    if (securityFile.isBotChallenge) return { skipped: 'A bot protection page was returned instead of security.txt.' }
    return findings(securityFile)
  },
}

async function* findings(file: SecurityFileFacts): AsyncGenerator<SiteFinding, void, undefined> {
  const { url, statuses, expires, hasContact } = file
  const message = problemOf(file)
  if (message === null) return
  const table = tableEvidence({
    label: 'security.txt',
    columns: ['URL', 'Status codes', 'Contact', 'Expires'],
    items: [url],
    row: item => [
      item,
      statuses.map(status => status ?? 'no response').join(', '),
      hasContact ? 'present' : 'absent',
      expires.length > 0 ? expires.join(', ') : 'absent',
    ],
  })
  yield { url, message, affectedUrls: [url], isHostWide: true, evidence: [table] }
}

/** RFC 9116, sections 2.5.3 and 2.5.5: Contact is required, and Expires exactly once. */
function problemOf({ url, statuses, isHtml, hasContact, expires, isExpired }: SecurityFileFacts): string | null {
  const isMissing = statuses.every(isGone)
  if (isMissing) return `No security.txt: ${url} returns ${statuses.at(-1)}`
  if (statuses.at(-1) !== 200) return null
  if (isHtml) return `No security.txt: ${url} is an HTML page`
  const faults = [
    ...(hasContact ? [] : ['no Contact field']),
    ...(expires.length === 0 ? ['no Expires field'] : []),
    ...(expires.length > 1 ? ['more than one Expires field'] : []),
    ...(isExpired ? [`expired on ${expires[0]}`] : []),
  ]
  return faults.length === 0 ? null : `Invalid security.txt: ${faults.join(', ')}`
}
