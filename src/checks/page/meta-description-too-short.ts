import type { PageCheck } from '../check.ts'
import { tableEvidence } from '../evidence.ts'
import { textLength, tooShortNote } from '../text-length.ts'

const MIN_WIDTH = 50

export const metaDescriptionTooShort: PageCheck = {
  id: 'meta-description-too-short',
  type: 'meta_issue',
  severity: 'info',
  applies: 'html-ok',
  title: 'Short meta description',
  passedTitle: 'The meta description is long enough',
  why: 'A description of a few words seldom helps anyone to choose the page, so search engines tend to show other text instead. The space under the title is then out of your hands.',
  fix: 'Say in a sentence or two, some 70 to 160 characters, what the visitor finds on the page. Name facts such as places, prices or dates.',
  sources: [
    { title: 'Google: Control your snippets', url: 'https://developers.google.com/search/docs/appearance/snippet' },
  ],
  check: ({ metaDescription }) => {
    const length = textLength(metaDescription.trim())
    if (length.width === 0 || length.width >= MIN_WIDTH) return []
    const table = tableEvidence({
      label: 'Description',
      columns: ['Description', 'Characters', 'At least'],
      items: [metaDescription],
      row: item => [item, length.inWords, MIN_WIDTH],
    })
    const message = `Short meta description${tooShortNote(length, MIN_WIDTH)}`
    return [{ message, details: { description: metaDescription }, evidence: [table] }]
  },
}
