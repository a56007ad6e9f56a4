/** One Set-Cookie header as browsers read it (RFC 6265bis, section 5.6). */
export interface SetCookie {
  name: string
  /** The header without the value, which may open an account. */
  masked: string
  isSecure: boolean
  isHttpOnly: boolean
  /** SameSite=None. */
  isSentAcrossSites: boolean
  /** Its name says that it stands for a login. */
  isLogin: boolean
}

/** null for what browsers ignore, and for a cookie that is being deleted. */
export function parseCookie(header: string): SetCookie | null {
  const [pair = '', ...attributes] = header.split(';')
  const equals = pair.indexOf('=')
  const name = pair.slice(0, Math.max(0, equals)).trim()
  const value = pair.slice(equals + 1).trim()
  if (name === '' || value === '' || value === 'deleted') return null
  const parts = attributes.map(attribute => attribute.trim())
  const has = (wanted: string): boolean =>
    parts.some(part => (part.split('=', 1)[0] ?? '').trim().toLowerCase() === wanted)
  if (parts.some(part => /^max-age\s*=\s*(?:0|-\d+)$/i.test(part))) return null
  return {
    name,
    masked: [`${name}=…`, ...parts].join('; ').slice(0, MAX_SHOWN),
    isSecure: has('secure'),
    isHttpOnly: has('httponly'),
    isSentAcrossSites: parts.some(part => /^samesite\s*=\s*none$/i.test(part)),
    isLogin: isLoginName(name),
  }
}

const MAX_SHOWN = 300
const loginWords: ReadonlySet<string> = new Set([
  ...[
    'sess',
    'session',
    'sessid',
    'sessionid',
    'sid',
    'auth',
    'token',
    'jwt',
    'phpsessid',
    'jsessionid',
    'cfid',
    'cftoken',
  ],
  ...['sessiontoken', 'authtoken', 'accesstoken', 'refreshtoken', 'aspsessionid'],
])
/** Tokens against forged requests are meant to be read by scripts; what analysis and consent tools count by is no login. */
const harmlessWords: ReadonlySet<string> = new Set([
  ...[
    'csrf',
    'xsrf',
    'csrftoken',
    'xsrftoken',
    'analytics',
    'ga',
    'gid',
    'pk',
    'mtm',
    'utm',
    'consent',
    'tracking',
    'hs',
  ],
  ...['locale', 'lang', 'start', 'count', 'ab', 'test', 'affinity'],
])

/** Words are whole: `author` is not taken for `auth`, nor `asid` for `sid`. */
function isLoginName(name: string): boolean {
  const spaced = name.slice(0, 200).replace(/([a-z])([A-Z])/g, '$1 $2')
  const words = spaced.toLowerCase().split(/[^a-z]+/)
  if (words.some(word => harmlessWords.has(word))) return false
  return words.some(word => loginWords.has(word)) || /^aspsessionid[a-z]{8}$/i.test(name)
}
