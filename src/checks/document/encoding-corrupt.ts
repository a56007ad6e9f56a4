import type { PageFacts } from '#shared/facts.ts'
import type { PageCheck } from '../check.ts'
import { findInProse, type ProseMatch, type ProsePattern, type ProsePiece, prosePieces } from '../content/prose.ts'
import { tableEvidence, textEvidence } from '../evidence.ts'

export const encodingCorrupt: PageCheck = {
  id: 'encoding-corrupt',
  type: 'content_issue',
  severity: 'warning',
  applies: 'html',
  title: 'Garbled characters (wrong encoding)',
  passedTitle: 'No garbled characters',
  why: 'The text was encoded twice, or decoded with the wrong encoding. Visitors see garbled letters and quotation marks, and the page is not found for these words.',
  fix: 'Use UTF-8 everywhere: files, database, database connection and HTTP header. Text that is stored garbled has to be repaired once in the database.',
  example: { before: 'CafÃ© am Hafen &amp;amp; Kiosk', after: 'Café am Hafen &amp; Kiosk' },
  sources: [
    {
      title: 'W3C: Character encodings for beginners',
      url: 'https://www.w3.org/International/questions/qa-what-is-encoding',
    },
    { title: 'WHATWG Encoding', url: 'https://encoding.spec.whatwg.org/' },
  ],
  check: page => {
    const pieces = prosePieces(page)
    if (!isSuspicious(pieces)) return []
    const kinds = causesOf(page).map(cause => ({ ...cause, found: findInProse(pieces, cause.patterns) }))
    const [worst] = kinds.filter(kind => kind.found.length > 0)
    if (!worst || isAboutEncodings(page)) return []
    const found: (ProseMatch & { cause: string })[] = kinds.flatMap(kind =>
      kind.found.map(match => ({ ...match, cause: kind.words })),
    )
    const table = tableEvidence({
      label: 'Garbled characters',
      columns: ['Characters', 'Likely cause', 'Location', 'Context'],
      items: found,
      row: item => [item.match, item.cause, item.where, item.snippet],
    })
    return [
      {
        severity: worst.isLost ? 'error' : 'warning',
        message: `${worst.title} ("${worst.found[0]?.match ?? ''}")`,
        evidence: [table, textEvidence('Encoding used', `${page.charset.used} (${page.charset.from})`)],
      },
    ]
  },
}

/** Continuation bytes 0x80 to 0xBF as Latin-1 and windows-1252 show them; without no-break space and soft hyphen. */
const CONTINUATION = '\\u0080-\\u009f\\u00a1-\\u00ac\\u00ae-\\u00bf‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ'

/**
 * UTF-8 read as Latin-1. Words in capitals end in Ã or Â in several languages and punctuation may follow, so two capitals
 * before them rule out the single pair; Greek, Cyrillic and Japanese are recognised by runs of pairs.
 */
const MOJIBAKE: readonly ProsePattern[] = [
  { needs: ['Ã', 'Â'], pattern: new RegExp(`(?<!\\p{Lu}{2})[ÃÂ][${CONTINUATION}]`, 'u') },
  { needs: ['â€'], pattern: /â€[\u0080-\u009f™œžšŸ˜“”–—¦¢¡\u00a0]/u },
  { needs: ['â„¢', 'ðŸ', 'ï»¿'], pattern: /â„¢|ðŸ[\u0080-\u00bf˜™‘’“”]|ï»¿/u },
  { needs: ['Î', 'Ï', 'Ð', 'Ñ'], pattern: new RegExp(`(?:[ÎÏÐÑ][${CONTINUATION}]){3}`, 'u') },
  {
    needs: ['ã', 'ä', 'å', 'æ', 'ç', 'è'],
    pattern: new RegExp(`(?:[ãäåæçè][${CONTINUATION}]{2}){2}`, 'u'),
  },
]

/** First letters of the entities below, with their ampersands. */
const ENTITY_STARTS: readonly string[] = [...'#aeiounycrsſAEIOUNYCRS'].map(letter => `&${letter}`)

/** Entities that were escaped twice, in positions where they are always mistakes: inside words and between them. */
const DOUBLE_ENTITIES: readonly ProsePattern[] = [
  {
    needs: ENTITY_STARTS,
    pattern: /\p{L}&(?:#0?39|#8217|apos|rsquo|[aeiounyc](?:acute|grave|uml|circ|tilde|cedil)|szlig|aring|oslash);/iu,
  },
  { needs: [' &amp; '], pattern: /[\p{L}\d] &amp; [\p{L}\d]/u },
  { needs: ['&amp;'], pattern: /&amp;(?:amp|nbsp|quot|#\d{2,5});/u },
]

interface Cause {
  title: string
  words: string
  isLost: boolean
  patterns: readonly ProsePattern[]
}

const causes: readonly Cause[] = [
  {
    title: 'Characters are lost',
    words: 'bytes that are invalid in the declared encoding',
    isLost: true,
    patterns: [{ needs: ['\ufffd'], pattern: /\ufffd(?!$)/ }],
  },
  {
    title: 'Characters are garbled',
    words: 'UTF-8 read as Latin-1',
    isLost: false,
    patterns: MOJIBAKE,
  },
  {
    title: 'Characters are escaped twice',
    words: 'entities encoded twice',
    isLost: false,
    patterns: DOUBLE_ENTITIES,
  },
]

/** A parser replaces NUL with U+FFFD, too: then no byte was invalid, and `control-character` reports it. */
function causesOf({ charset, controlCharacters = [] }: PageFacts): readonly Cause[] {
  const isNul = !charset.hasInvalidBytes && controlCharacters.some(({ code }) => code === 0)
  return isNul ? causes.filter(({ isLost }) => !isLost) : causes
}

/** The characters that begin what the patterns need, but for the ampersand. */
const signs: readonly string[] = [
  ...new Set(
    causes
      .flatMap(({ patterns }) => patterns.flatMap(({ needs = [] }) => needs.map(need => need.trimStart().charAt(0))))
      .filter(sign => sign !== '&'),
  ),
]

/** A fast test that excludes most pages. */
function isSuspicious(pieces: readonly ProsePiece[]): boolean {
  let longest = ''
  let others = ''
  for (const { text } of pieces) {
    if (text.length > longest.length) {
      others += `${longest}\n`
      longest = text
    } else others += `${text}\n`
  }
  return showsSign(longest) || showsSign(others)
}

function showsSign(text: string): boolean {
  return signs.some(sign => text.includes(sign)) || namesEntity(text)
}

/** An ampersand with a semicolon soon after it, as in all of the patterns; most stand between two words. */
function namesEntity(text: string): boolean {
  for (let at = text.indexOf('&'); at >= 0; at = text.indexOf('&', at + 1)) {
    if (text.slice(at, at + MAX_ENTITY).includes(';')) return true
  }
  return false
}

/** Characters of the longest entity of the patterns, `&oslash;`, and a little more. */
const MAX_ENTITY = 12

/** Pages that explain encodings and entities show such sequences on purpose. */
function isAboutEncodings(page: PageFacts): boolean {
  if (/unicode|utf-?8|character (?:set|encoding|entit)|html entit/i.test(`${page.title} ${page.h1}`)) return true
  return /U\+FFFD|replacement character/i.test(page.content.mainText)
}
