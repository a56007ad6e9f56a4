import type { PageFacts } from '#shared/facts.ts'
import type { PageCheck } from '../check.ts'

export const pageEmpty: PageCheck = {
  id: 'page-empty',
  type: 'content_issue',
  severity: 'error',
  applies: 'html',
  title: 'Empty page',
  passedTitle: 'The page is not empty',
  why: 'The server says that all is well (status 200) and sends nothing that anyone can see. Visitors get a white page, and search engines take it for an error.',
  fix: 'Look into the error log of the server: a program that ends early often sends an empty page. If there is no content, respond with 404 or 410.',
  sources: [
    {
      title: 'Google: Soft 404 errors',
      url: 'https://developers.google.com/search/docs/crawling-indexing/http-network-errors#soft-404-errors',
    },
  ],
  check: page => (isEmpty(page) ? [{ message: `Empty page (${page.response.bodyBytes} bytes, status 200)` }] : []),
}

/** Nothing to see and nothing that a script could fill. */
function isEmpty({
  title,
  content,
  headings,
  totalImages,
  totalLinks,
  forms,
  isAppShell,
  refresh,
  response,
}: PageFacts): boolean {
  if (isAppShell || refresh !== null || response.isTruncated || totalLinks > 0 || totalImages > 0) return false
  return title === '' && content.mainText.trim() === '' && headings.length === 0 && forms.length === 0
}
