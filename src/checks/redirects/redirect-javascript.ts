import type { PageCheck } from '../check.ts'
import { tableEvidence } from '../evidence.ts'
import { renderedOrSkip } from '../rendered.ts'

export const redirectJavascript: PageCheck = {
  id: 'redirect-javascript',
  type: 'redirect',
  severity: 'info',
  applies: 'html',
  title: 'JavaScript leads to another address',
  passedTitle: 'No script leads visitors elsewhere',
  why: 'Search engines notice such a redirect only when they run the script, and readers without scripts never do. Visitors load two pages for one.',
  fix: 'Answer with 301 and the new address in the Location header instead. Leave it where only a script can know where to lead, such as after signing in.',
  example: {
    before: '<script>location.href = "/new"</script>',
    after: 'HTTP/1.1 301 Moved Permanently\nLocation: https://example.com/new',
  },
  sources: [
    {
      title: 'Google: Redirects and Google Search',
      url: 'https://developers.google.com/search/docs/crawling-indexing/301-redirects',
    },
  ],
  check: page => {
    const rendering = renderedOrSkip(page)
    if ('skipped' in rendering) return rendering
    const { redirectUrl } = rendering
    if (redirectUrl === null) return []
    const table = tableEvidence({
      label: 'Redirect by a script',
      columns: ['From', 'To'],
      items: [redirectUrl],
      row: target => [page.url, target],
    })
    return [{ details: { sourceUrl: page.url, targetUrl: redirectUrl }, evidence: [table] }]
  },
}
