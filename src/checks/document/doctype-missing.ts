import { templateCheck } from '../element-check.ts'

export const doctypeMissing = templateCheck({
  id: 'doctype-missing',
  type: 'mobile_issue',
  severity: 'info',
  applies: 'html',
  title: 'Missing or outdated doctype',
  passedTitle: 'The doctype is that of current HTML',
  why: 'Without a current doctype, browsers show the page in quirks mode: as browsers of the nineties did, with other rules for sizes, fonts and tables.',
  fix: 'Make <!doctype html> the first line of the page.',
  example: { before: '<html lang="en">', after: '<!doctype html>\n<html lang="en">' },
  sources: [
    {
      title: 'MDN: Quirks mode',
      url: 'https://developer.mozilla.org/en-US/docs/Web/HTML/Guides/Quirks_mode_and_standards_mode',
    },
    {
      title: 'Lighthouse: Page has the HTML doctype',
      url: 'https://developer.chrome.com/docs/lighthouse/best-practices/doctype',
    },
  ],
  check: ({ doctype, response }) => {
    // XML has no quirks mode.
    if (doctype === undefined || response.mediaType === 'application/xhtml+xml') return null
    return { cause: doctype, message: doctype === 'missing' ? 'Missing doctype' : 'Outdated doctype (quirks mode)' }
  },
})
