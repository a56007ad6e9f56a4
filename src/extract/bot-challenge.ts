/** Of a body, to look for a challenge in: their pages are small. */
export const MAX_CHALLENGE_BYTES = 20 * 1024

export interface ResponseStart {
  status: number
  headers: readonly (readonly [string, string])[]
  /** Beginning of the body as text. */
  bodyText: string
}

/** Challenge pages are small; a long article may quote their markup. */
const MAX_MARKED_LENGTH = 32 * 1024
const MAX_REFUSAL_LENGTH = 20 * 1024
const REFUSALS = new Set([403, 429, 503])

/** Headers that mark a challenge: Cloudflare, Vercel, AWS WAF. */
const CHALLENGE_HEADERS: ReadonlyMap<string, RegExp> = new Map([
  ['cf-mitigated', /challenge/i],
  ['x-vercel-mitigated', /challenge/i],
  ['x-amzn-waf-action', /challenge|captcha/i],
])

/** Markup of challenges only: what vendors also add to ordinary pages is not listed. */
const CHALLENGE_MARKUP = [
  '_cf_chl_',
  '.captcha-delivery.com/',
  '"px-captcha"',
  'Incapsula incident ID',
  'window.gokuProps',
  'sucuri_cloudproxy_js',
  'anubis_challenge',
]

/** Pieces of the marks that begin with a rare character, one of which is in each: searching for them takes a fourth of the time. */
const PIECES = ['_ch', '.capt', '-capt', 'Incaps', '.goku', '_clou']

/** Names of protection vendors in their refusals. */
const VENDOR =
  /cloudflare|captcha|datadome|perimeterx|human security|incapsula|imperva|akamai|errors\.edgesuite\.net|sucuri|ddos-guard|distil|kasada|aws ?waf|radware|f5 networks|wordfence|stackpath|reblaze|fastly|vercel security checkpoint|bot protection/i

/**
 * Whether the response is a bot challenge in place of the page: by header, by the markup of a challenge, or a refusal (403, 429,
 * 503) of under 20 KB that names a vendor.
 */
export function isBotChallenge({ status, headers, bodyText }: ResponseStart): boolean {
  for (const [name, value] of headers) if (CHALLENGE_HEADERS.get(name.toLowerCase())?.test(value)) return true
  if (bodyText.length > MAX_MARKED_LENGTH) return false
  if (PIECES.some(piece => bodyText.includes(piece)) && CHALLENGE_MARKUP.some(mark => bodyText.includes(mark)))
    return true
  return REFUSALS.has(status) && bodyText.length < MAX_REFUSAL_LENGTH && VENDOR.test(bodyText)
}
