import { percentDecoded } from '#shared/url.ts'

/** Names of what ends a sign-in, in the languages of most websites; hyphens and underscores are optional. */
const NAMES = [
  'log[-_]?out',
  'log[-_]?off',
  'sign[-_]?out',
  'sign[-_]?off',
  'abmelden',
  'ausloggen',
  'd[eé]connexion',
  'se[-_]?d[eé]connecter',
  'cerrar[-_]?sesi[oó]n',
  'desconectar',
  'sair',
  'disconnetti',
  'esci',
  'uitloggen',
  'afmelden',
  'logga[-_]?ut',
  'log[-_]?ud',
  'logg[-_]?ut',
  'wyloguj',
  'odhl[aá]sit',
].join('|')

/** A whole segment of the path, with or without an ending such as .php, or a parameter's name or value. */
const LOGOUT = new RegExp(`(?:^|[/?&=;])(?:do[-_]?|user[-_]?)?(?:${NAMES})(?=$|[/?&=;.])`, 'i')
/** Longer URLs are read so far. */
const MAX_LENGTH = 2_000

/**
 * Whether a URL looks as if requesting it would end the sign-in. An article such as /blog/how-to-log-out does not: the name must be the
 * whole segment.
 */
export function isLogoutUrl(url: string): boolean {
  const { pathname, search } = new URL(url)
  return LOGOUT.test(percentDecoded(pathname + search).slice(0, MAX_LENGTH))
}
