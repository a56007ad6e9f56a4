import type { PageCheck } from '../check.ts'
import { renderedOrSkip } from '../eligible.ts'
import { tableEvidence } from '../evidence.ts'

export const redirectJavascript: PageCheck = {
  id: 'redirect-javascript',
  type: 'redirect',
  severity: 'info',
  applies: 'html',
  title: 'JavaScript redirect',
  passedTitle: 'No JavaScript redirect',
  why: 'Search engines notice such a redirect only when they run the script, and clients without JavaScript never do. Visitors load two pages instead of one.',
  fix: 'Return a 301 redirect with the new URL in the Location header instead. Keep the JavaScript redirect if only a script can know the target, such as after signing in.',
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
      label: 'JavaScript redirect',
      columns: ['From', 'To'],
      items: [redirectUrl],
      row: target => [page.url, target],
    })
    return [{ details: { sourceUrl: page.url, targetUrl: redirectUrl }, evidence: [table] }]
  },
}
