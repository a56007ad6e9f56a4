import type { FormFact } from '#shared/element-facts.ts'
import type { PageFacts } from '#shared/facts.ts'
import { counted } from '../counted.ts'
import { elementCheck } from '../element-check.ts'
import { tableEvidence } from '../evidence.ts'

export const formInsecure = elementCheck<FormFact>({
  id: 'form-insecure',
  type: 'security_issue',
  severity: 'error',
  applies: 'html',
  title: 'Insecure form (sends data over HTTP)',
  passedTitle: 'Forms send their data over HTTPS',
  why: 'Others on the network can read what visitors enter in this form. Browsers show a warning before they send it, or mark the field as not secure.',
  fix: 'Use an https URL in the form action, and serve the page itself over https.',
  example: {
    before: '<form action="http://example.com/login" method="post">',
    after: '<form action="https://example.com/login" method="post">',
  },
  sources: [
    { title: 'W3C: Mixed Content, forms', url: 'https://www.w3.org/TR/mixed-content/' },
    {
      title: 'Google: Page experience (HTTPS)',
      url: 'https://developers.google.com/search/docs/appearance/page-experience',
    },
  ],
  elements: page => (page.isPrivateHost ? [] : page.forms.filter(form => isInsecure(form, page))),
  identify: form => form,
  finding: (forms, { page }) => {
    const table = tableEvidence({
      label: 'Forms',
      columns: ['Tag', 'Action', 'Sensitive field', 'Line', 'Element'],
      items: forms,
      row: form => [form.tag, form.action === '' ? page.url : form.action, secretOf(form), form.line, form.path],
    })
    const verb = forms.length === 1 ? 'sends' : 'send'
    return { message: `${counted(forms.length, 'form')} ${verb} data over HTTP`, evidence: [table] }
  },
})

/** On an http page, which `page-insecure` reports, only forms with a password or card number are listed. */
function isInsecure(form: FormFact, page: PageFacts): boolean {
  if (form.method === 'dialog') return false
  if (page.url.startsWith('http:')) return form.hasPasswordField || form.hasCardField
  return form.action.startsWith('http:')
}

function secretOf(form: FormFact): string {
  if (form.hasPasswordField) return 'password'
  return form.hasCardField ? 'card number' : ''
}
