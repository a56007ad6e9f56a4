import { rememberedOfTexts } from '#shared/remembered-of-texts.ts'
import type { EnteredElement } from './entered-element.ts'

/** Names that consent tools give their boxes. */
const CONSENT_TOOL =
  /onetrust-|cybotcookie|cookiebot|didomi-|usercentrics|qc-cmp|cmpbox|osano-cm|iubenda-cs|cky-consent|cmplz-|moove_gdpr|borlabs-cookie|tarteaucitron|truste_|fc-consent|sp_message_container|axeptio|klaro\b|termly-/
const CONSENT_WORD = /cookie|consent|gdpr|ccpa/
const BOX_WORD =
  /banner|notice|\bbar|-bar\b|_bar\b|popup|pop-up|modal|dialog|overlay|wall|layer|message|prompt|hint|warning|disclaimer/
/** These hold the page itself, whatever their class says ("cookies-accepted"). */
const NEVER_BANNERS = new Set(['html', 'body', 'main', 'article'])
const MAX_NAMES = 1_000
/** The shortest that says enough. */
const MIN_NAMES = 6

/** What names say, as bits. */
const SAYS_CONSENT = 1
const SAYS_BOX = 2
const SAYS_BANNER = SAYS_CONSENT | SAYS_BOX

/** A box that asks for consent, by the words of its id and class. Both words must be there: recipes have cookies, too. */
export function isCookieBanner({ element, id, className }: EnteredElement): boolean {
  if (id === null && className === null) return false
  if ((id?.length ?? 0) + (className?.length ?? 0) < MIN_NAMES) return false
  const says = (className === null ? 0 : wordsIn(className)) | (id === null ? 0 : wordsIn(id))
  return says === SAYS_BANNER && !NEVER_BANNERS.has(element.tagName)
}

function wordsIn(names: string): number {
  return names.length <= MAX_KNOWN_LENGTH ? knownWordsIn(names) : readWords(names)
}

const MAX_KNOWN_LENGTH = 200
/** The elements of a site share a few hundred classes. */
const knownWordsIn = rememberedOfTexts(readWords)

function readWords(names: string): number {
  const lower = names.slice(0, MAX_NAMES).toLowerCase()
  if (CONSENT_TOOL.test(lower)) return SAYS_BANNER
  return (CONSENT_WORD.test(lower) ? SAYS_CONSENT : 0) | (BOX_WORD.test(lower) ? SAYS_BOX : 0)
}
