import { UNDETERMINED, X_DEFAULT } from '#shared/languages.ts'

const names = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' })

/** `German` for `de`; the code of a language without a name. */
export function languageName(code: string): string {
  if (code === UNDETERMINED) return 'No language'
  if (code === X_DEFAULT) return X_DEFAULT
  try {
    return names.of(code) ?? code
  } catch {
    // Well-formed to us, and not by the rules of Intl.
    return code
  }
}
