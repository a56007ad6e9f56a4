/**
 * Sets the theme before the first paint, so that the wrong one never flashes. Built as a classic script of its own, which blocks the
 * parser in the head of the document: it must stay tiny and must not share a module with the application.
 * Dark when stored as dark, or when nothing is stored and the system prefers dark; otherwise light.
 */
import { STORAGE_KEY_THEME } from '#shared/constants.ts'

function storedTheme(): string | null {
  try {
    return localStorage.getItem(STORAGE_KEY_THEME)
  } catch {
    // Storage is blocked: the theme follows the system.
    return null
  }
}

const stored = storedTheme()
const isDark = stored === 'dark' || (stored === null && matchMedia('(prefers-color-scheme: dark)').matches)
document.documentElement.classList.toggle('dark', isDark)

// The dialogs' library reads the nonce for its style element (Content-Security-Policy) from this name.
Object.assign(globalThis, { __webpack_nonce__: document.currentScript?.nonce })
