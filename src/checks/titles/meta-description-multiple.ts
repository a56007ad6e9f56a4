import type { PageCheck } from '../check.ts'
import { counted } from '../counted.ts'
import { tableEvidence } from '../evidence.ts'

export const metaDescriptionMultiple: PageCheck = {
  id: 'meta-description-multiple',
  type: 'meta_issue',
  severity: 'warning',
  applies: 'html-ok',
  title: 'Multiple meta descriptions',
  passedTitle: 'The page has one meta description',
  why: 'Search engines expect one description and may show any of several. Often the generic one of the template is shown instead of the one written for the page.',
  fix: 'Keep the description that was written for this page and remove the others. Often a template and a plugin both add one.',
  sources: [
    { title: 'Google: Control your snippets', url: 'https://developers.google.com/search/docs/appearance/snippet' },
    {
      title: 'HTML: standard metadata names',
      url: 'https://html.spec.whatwg.org/multipage/semantics.html#standard-metadata-names',
    },
  ],
  check: ({ metaDescriptions, metaDescription }) => {
    const filled = metaDescriptions.filter(description => description.text.trim() !== '')
    if (filled.length < 2) return []
    const table = tableEvidence({
      label: 'Descriptions in the head',
      columns: ['Line', 'Description'],
      items: filled,
      row: item => [item.line, item.text],
    })
    const message = `${counted(filled.length, 'meta description')} on one page`
    return [{ message, details: { description: metaDescription }, evidence: [table] }]
  },
}
