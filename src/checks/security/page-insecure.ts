import type { PageCheck } from '../check.ts'
import { urlEvidence } from '../evidence.ts'

export const pageInsecure: PageCheck = {
  id: 'page-insecure',
  type: 'security_issue',
  severity: 'error',
  applies: 'html',
  title: 'Page not served over HTTPS',
  passedTitle: 'The page is served over HTTPS',
  why: 'Over http, others on the network can read and change the page. Browsers mark it as "Not secure", and search engines prefer the https version.',
  fix: 'Install a certificate, which is free of charge, and redirect every http URL to its https version with 301.',
  example: { before: 'http://example.com/prices', after: 'https://example.com/prices' },
  sources: [
    {
      title: 'Google: Page experience (HTTPS)',
      url: 'https://developers.google.com/search/docs/appearance/page-experience',
    },
    { title: 'RFC 9110, section 4.2.2: https', url: 'https://www.rfc-editor.org/rfc/rfc9110#section-4.2.2' },
  ],
  check: page => {
    if (page.isPrivateHost || !page.url.startsWith('http:')) return []
    const hasPassword = page.forms.some(form => form.hasPasswordField)
    return [
      {
        message: hasPassword ? 'Page not served over HTTPS, with a password field' : 'Page not served over HTTPS',
        evidence: [urlEvidence('URL', page.url)],
      },
    ]
  },
}
