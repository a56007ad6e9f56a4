import type { PageCheck } from '../check.ts'
import { isSentOn } from '../eligible.ts'
import { codeEvidence, excerpt, textEvidence } from '../evidence.ts'
import { isValidLanguageTag } from '../language-tag.ts'

export const htmlLangMissing: PageCheck = {
  id: 'html-lang-missing',
  type: 'accessibility_issue',
  severity: 'warning',
  applies: 'html',
  title: 'The language of the page is not declared',
  passedTitle: 'The language of the page is declared',
  why: 'Screen readers choose their voice, and browsers hyphenation and translation, by the language that the html tag declares. Without it English rules are applied to any text.',
  fix: 'Write the language of the text into the html tag, as in <html lang="de">. Add a country only where it matters, with a hyphen: pt-BR.',
  example: { before: '<html lang="en_US">', after: '<html lang="en-US">' },
  sources: [
    {
      title: 'WCAG 2.2: Language of page (3.1.1)',
      url: 'https://www.w3.org/WAI/WCAG22/Understanding/language-of-page.html',
    },
    { title: 'RFC 5646: Tags for identifying languages', url: 'https://www.rfc-editor.org/rfc/rfc5646' },
  ],
  check: page => {
    // Nobody hears a page that sends its visitors on at once.
    if (isSentOn(page)) return []
    const { lang } = page
    if (lang === null || lang.trim() === '') {
      return [{ evidence: [textEvidence('html tag', 'It has no lang attribute, or an empty one.')] }]
    }
    if (isValidLanguageTag(lang)) return []
    const shown = excerpt(lang, 60)
    return [
      {
        message: `The declared language "${shown}" is not a valid language tag`,
        evidence: [codeEvidence('As written', `<html lang="${shown}">`)],
      },
    ]
  },
}
