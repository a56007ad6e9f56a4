/**
 * Sets the theme before anything is drawn, so that the wrong one never flashes. Built as a script of its own, which the document
 * loads in its head without `async` or `defer`; so it must stay tiny and must not share a module with the application.
 * Dark when stored as dark, or when nothing is stored and the system prefers dark; otherwise light.
 */
import { STORAGE_KEY_THEME } from '#shared/constants.ts'

function storedTheme(): string | null {
  try {
    return localStorage.getItem(STORAGE_KEY_THEME)
  } catch {
    // Storage is blocked: then the system decides.
    return null
  }
}

const stored = storedTheme()
const isDark = stored === 'dark' || (stored === null && matchMedia('(prefers-color-scheme: dark)').matches)
document.documentElement.classList.toggle('dark', isDark)

// Under this name the dialogs' library looks for the nonce that its style element needs (Content-Security-Policy of the document).
Object.assign(globalThis, { __webpack_nonce__: document.currentScript?.nonce })
