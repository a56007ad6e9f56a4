import type { PageCheck } from '../check.ts'
import { counted } from '../counted.ts'
import { tableEvidence } from '../evidence.ts'

export const titleMultiple: PageCheck = {
  id: 'title-multiple',
  type: 'meta_issue',
  severity: 'warning',
  applies: 'html-ok',
  title: 'Multiple title elements',
  passedTitle: 'The page has one title element',
  why: 'A document has one title. Browsers use the first of several, while search engines may use any of them, so the wrong text can appear in the results.',
  fix: 'Keep the <title> that describes this page and remove the others. Usually a template and a plugin each add their own.',
  sources: [
    {
      title: 'Google: Influencing title links',
      url: 'https://developers.google.com/search/docs/appearance/title-link',
    },
    {
      title: 'HTML: the title element',
      url: 'https://html.spec.whatwg.org/multipage/semantics.html#the-title-element',
    },
  ],
  check: ({ titles, title }) => {
    if (titles.length < 2) return []
    const table = tableEvidence({
      label: 'Titles in the head',
      columns: ['Line', 'Title'],
      items: titles,
      row: item => [item.line, item.text],
    })
    return [
      { message: `${counted(titles.length, 'title element')} on one page`, details: { title }, evidence: [table] },
    ]
  },
}
