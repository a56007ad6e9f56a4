import { templateCheck } from '../element-check.ts'
import { textEvidence } from '../evidence.ts'

export const textDirectionMissing = templateCheck({
  id: 'text-direction-missing',
  type: 'accessibility_issue',
  severity: 'warning',
  applies: 'html-shown',
  title: 'Missing text direction (dir="rtl")',
  passedTitle: 'Pages in languages written from right to left have dir="rtl"',
  why: 'The text is written from right to left, and the page does not say so. Browsers align it to the left, and put punctuation, numbers and words of other languages in the wrong places.',
  fix: 'Set dir="rtl" on the html element. A direction in a style sheet alone is lost where the styles are not loaded, such as in readers and search results.',
  example: { before: '<html lang="ar">', after: '<html lang="ar" dir="rtl">' },
  sources: [
    {
      title: 'W3C: Structural markup and right-to-left text in HTML',
      url: 'https://www.w3.org/International/questions/qa-html-dir',
    },
  ],
  check: ({ lang, direction, content }) => {
    const tag = (lang ?? '').toLowerCase()
    if (!RTL_LANGUAGE.test(tag) || LATIN_SCRIPT.test(tag) || direction === 'rtl' || direction === 'auto') return null
    if (!isMostlyRtl(content.mainText.slice(0, SEARCHED))) return null
    const declared = direction === undefined ? 'no dir attribute' : `dir="${direction}"`
    return { cause: declared, evidence: [textEvidence('html element', `lang="${tag}", ${declared}`)] }
  },
})

/** Arabic, Hebrew, Persian, Urdu, Yiddish, Pashto, Sindhi, Uyghur, Dhivehi, Central Kurdish, and the outdated code of Hebrew. */
const RTL_LANGUAGE = /^(?:ar|he|fa|ur|yi|ps|sd|ug|dv|ckb|iw)(?:-|$)/
const LATIN_SCRIPT = /-(?:latn|cyrl)(?:-|$)/
/** Characters of the main text that show its script. */
const SEARCHED = 2_000
/** An English page under an Arabic lang needs its language corrected instead. */
function isMostlyRtl(text: string): boolean {
  const letters = text.match(/\p{L}/gu) ?? []
  const rtl = letters.filter(letter => /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/.test(letter))
  return rtl.length * 2 > letters.length
}
