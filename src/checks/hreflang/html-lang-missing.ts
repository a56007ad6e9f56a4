import { templateCheck } from '../element-check.ts'
import { codeEvidence, excerpt, textEvidence } from '../evidence.ts'
import { isValidLanguageTag } from '../language-tag.ts'

export const htmlLangMissing = templateCheck({
  id: 'html-lang-missing',
  type: 'accessibility_issue',
  severity: 'warning',
  applies: 'html-shown',
  title: 'Missing lang attribute on the html element',
  passedTitle: 'The html element has a valid lang attribute',
  why: 'Screen readers choose their voice, and browsers choose hyphenation and translation, by the lang attribute of the html element. Without it they guess the language.',
  fix: 'Set the language of the text on the html element, for example <html lang="de">. Add a country code only if it matters, with a hyphen: pt-BR.',
  example: { before: '<html lang="en_US">', after: '<html lang="en-US">' },
  sources: [
    {
      title: 'WCAG 2.2: Language of page (3.1.1)',
      url: 'https://www.w3.org/WAI/WCAG22/Understanding/language-of-page.html',
    },
    { title: 'RFC 5646: Tags for identifying languages', url: 'https://www.rfc-editor.org/rfc/rfc5646' },
  ],
  check: ({ lang }) => {
    if (lang === null || lang.trim() === '')
      return { cause: 'none', evidence: [textEvidence('html element', 'It has no lang attribute, or an empty one.')] }
    if (isValidLanguageTag(lang)) return null
    const shown = excerpt(lang, 60)
    return {
      cause: `<html lang="${shown}">`,
      message: `Invalid lang attribute "${shown}" on the html element`,
      evidence: [codeEvidence('As written', `<html lang="${shown}">`)],
    }
  },
})
