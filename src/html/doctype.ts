import { skipWhitespace } from './characters.ts'

/** Whether a document type causes quirks mode (HTML standard, 13.2.6.4.1). `declaration` is the text between `<!doctype` and `>`. */
export function isQuirksDoctype(declaration: string): boolean {
  const { name, publicId, systemId, isBroken } = readDoctype(declaration.replaceAll('\0', '\uFFFD'))
  if (isBroken || name !== 'html') return true
  if (systemId?.toLowerCase() === QUIRKS_SYSTEM_ID) return true
  if (publicId === null) return false
  const known = publicId.toLowerCase()
  if (QUIRKS_PUBLIC_IDS.has(known)) return true
  const startsQuirks = (prefixes: readonly string[]) => prefixes.some(prefix => known.startsWith(prefix))
  return startsQuirks(QUIRKS_PREFIXES) || (systemId === null && startsQuirks(QUIRKS_PREFIXES_ALONE))
}

interface Doctype {
  name: string
  publicId: string | null
  systemId: string | null
  isBroken: boolean
}

/** 13.2.5.53 to 67. */
function readDoctype(declaration: string): Doctype {
  const end = declaration.length
  const start = skipWhitespace(declaration, 0, end)
  const name = /^[^\t\n\f\r ]*/.exec(declaration.slice(start))?.[0] ?? ''
  const doctype: Doctype = { name: name.toLowerCase(), publicId: null, systemId: null, isBroken: name === '' }
  const at = skipWhitespace(declaration, start + name.length, end)
  if (at === end) return doctype
  const keyword = declaration.slice(at, at + KEYWORD_LENGTH).toLowerCase()
  if (keyword !== 'public' && keyword !== 'system') return { ...doctype, isBroken: true }
  const first = readIdentifier(declaration, at + KEYWORD_LENGTH)
  if (first === null || !first.isWhole) return { ...doctype, isBroken: true }
  if (keyword === 'system') return { ...doctype, systemId: first.value }
  const publicId = first.value
  if (skipWhitespace(declaration, first.end, end) === end) return { ...doctype, publicId }
  const second = readIdentifier(declaration, first.end)
  if (second === null || !second.isWhole) return { ...doctype, publicId, isBroken: true }
  return { ...doctype, publicId, systemId: second.value }
}

const KEYWORD_LENGTH = 6

/** The quoted string that follows; null when none does. */
function readIdentifier(declaration: string, from: number): { value: string; end: number; isWhole: boolean } | null {
  const start = skipWhitespace(declaration, from, declaration.length)
  const quote = declaration.charAt(start)
  if (quote !== '"' && quote !== "'") return null
  const end = declaration.indexOf(quote, start + 1)
  if (end === -1) return { value: declaration.slice(start + 1), end: declaration.length, isWhole: false }
  return { value: declaration.slice(start + 1, end), end: end + 1, isWhole: true }
}

const QUIRKS_SYSTEM_ID = 'http://www.ibm.com/data/dtd/v11/ibmxhtml1-transitional.dtd'
const QUIRKS_PUBLIC_IDS: ReadonlySet<string> = new Set([
  '-//w3o//dtd w3 html strict 3.0//en//',
  '-/w3c/dtd html 4.0 transitional/en',
  'html',
])
const QUIRKS_PREFIXES: readonly string[] = [
  '+//silmaril//dtd html pro v0r11 19970101//',
  '-//as//dtd html 3.0 aswedit + extensions//',
  '-//advasoft ltd//dtd html 3.0 aswedit + extensions//',
  '-//ietf//dtd html 2.0 level 1//',
  '-//ietf//dtd html 2.0 level 2//',
  '-//ietf//dtd html 2.0 strict level 1//',
  '-//ietf//dtd html 2.0 strict level 2//',
  '-//ietf//dtd html 2.0 strict//',
  '-//ietf//dtd html 2.0//',
  '-//ietf//dtd html 2.1e//',
  '-//ietf//dtd html 3.0//',
  '-//ietf//dtd html 3.2 final//',
  '-//ietf//dtd html 3.2//',
  '-//ietf//dtd html 3//',
  '-//ietf//dtd html level 0//',
  '-//ietf//dtd html level 1//',
  '-//ietf//dtd html level 2//',
  '-//ietf//dtd html level 3//',
  '-//ietf//dtd html strict level 0//',
  '-//ietf//dtd html strict level 1//',
  '-//ietf//dtd html strict level 2//',
  '-//ietf//dtd html strict level 3//',
  '-//ietf//dtd html strict//',
  '-//ietf//dtd html//',
  '-//metrius//dtd metrius presentational//',
  '-//microsoft//dtd internet explorer 2.0 html strict//',
  '-//microsoft//dtd internet explorer 2.0 html//',
  '-//microsoft//dtd internet explorer 2.0 tables//',
  '-//microsoft//dtd internet explorer 3.0 html strict//',
  '-//microsoft//dtd internet explorer 3.0 html//',
  '-//microsoft//dtd internet explorer 3.0 tables//',
  '-//netscape comm. corp.//dtd html//',
  '-//netscape comm. corp.//dtd strict html//',
  "-//o'reilly and associates//dtd html 2.0//",
  "-//o'reilly and associates//dtd html extended 1.0//",
  "-//o'reilly and associates//dtd html extended relaxed 1.0//",
  '-//sq//dtd html 2.0 hotmetal + extensions//',
  '-//softquad software//dtd hotmetal pro 6.0::19990601::extensions to html 4.0//',
  '-//softquad//dtd hotmetal pro 4.0::19971010::extensions to html 4.0//',
  '-//spyglass//dtd html 2.0 extended//',
  '-//sun microsystems corp.//dtd hotjava html//',
  '-//sun microsystems corp.//dtd hotjava strict html//',
  '-//w3c//dtd html 3 1995-03-24//',
  '-//w3c//dtd html 3.2 draft//',
  '-//w3c//dtd html 3.2 final//',
  '-//w3c//dtd html 3.2//',
  '-//w3c//dtd html 3.2s draft//',
  '-//w3c//dtd html 4.0 frameset//',
  '-//w3c//dtd html 4.0 transitional//',
  '-//w3c//dtd html experimental 19960712//',
  '-//w3c//dtd html experimental 970421//',
  '-//w3c//dtd w3 html//',
  '-//w3o//dtd w3 html 3.0//',
  '-//webtechs//dtd mozilla html 2.0//',
  '-//webtechs//dtd mozilla html//',
]
/** Only without a system identifier. */
const QUIRKS_PREFIXES_ALONE: readonly string[] = [
  '-//w3c//dtd html 4.01 frameset//',
  '-//w3c//dtd html 4.01 transitional//',
]
