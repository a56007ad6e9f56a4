/** The theme in use, and a way to change and keep it. The class on the root element is the truth; theme.ts set it first. */
import { useSyncExternalStore } from 'react'
import { STORAGE_KEY_THEME } from '#shared/constants.ts'
import { browserStorage } from '../queries/browser-storage.ts'

export type Theme = 'light' | 'dark'

const THEME_CHANGED = 'themechange'
const storage = browserStorage(() => localStorage)

function currentTheme(): Theme {
  return document.documentElement.classList.contains('dark') ? 'dark' : 'light'
}

function applyTheme(theme: Theme): void {
  document.documentElement.classList.toggle('dark', theme === 'dark')
  dispatchEvent(new Event(THEME_CHANGED))
}

/** Another tab has changed it. */
function followOtherTab(event: StorageEvent): void {
  if (event.key === STORAGE_KEY_THEME) applyTheme(event.newValue === 'dark' ? 'dark' : 'light')
}

function subscribe(listener: () => void): () => void {
  addEventListener(THEME_CHANGED, listener)
  addEventListener('storage', followOtherTab)
  return () => {
    removeEventListener(THEME_CHANGED, listener)
    removeEventListener('storage', followOtherTab)
  }
}

export function useTheme(): { theme: Theme; setTheme: (theme: Theme) => void } {
  const theme = useSyncExternalStore(subscribe, currentTheme)
  const setTheme = (next: Theme) => {
    storage.write(STORAGE_KEY_THEME, next)
    applyTheme(next)
  }
  return { theme, setTheme }
}
