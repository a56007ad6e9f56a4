import type { PageCheck } from '../check.ts'
import { urlEvidence } from '../evidence.ts'

export const pageInsecure: PageCheck = {
  id: 'page-insecure',
  type: 'security_issue',
  severity: 'error',
  applies: 'html',
  title: 'Page is served without encryption',
  passedTitle: 'The page is served over https',
  why: 'Over http anyone on the way can read the page and change it. Browsers mark it as "Not secure", and search engines prefer the https version.',
  fix: 'Set up a certificate, which is free of charge, and redirect every http address to its https twin with 301.',
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
        message: hasPassword
          ? 'Page is served without encryption and asks for a password'
          : 'Page is served without encryption',
        evidence: [urlEvidence('Address', page.url)],
      },
    ]
  },
}
