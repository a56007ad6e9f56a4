/**
 * The theme: its switch, and the stored choice. The class on the root element is the source of truth; theme.ts sets it first. Without a
 * choice the theme follows the system, also when that changes.
 */
import { Moon, Sun } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { STORAGE_KEY_THEME } from '#shared/constants.ts'
import { Button } from '../components/button.tsx'
import { browserStorage } from '../state/browser-storage.ts'

/** Switches between light and dark. */
export function ThemeToggle() {
  const theme = useTheme()
  const next = theme === 'dark' ? 'light' : 'dark'
  const label = `Switch to ${next} theme`
  return (
    <Button variant="ghost" size="icon" aria-label={label} title={label} onClick={() => chooseTheme(next)}>
      {theme === 'dark' ? <Sun aria-hidden /> : <Moon aria-hidden />}
    </Button>
  )
}

type Theme = 'light' | 'dark'
/** The user's choice; `system` without one. */
export type ThemeChoice = Theme | 'system'

const THEME_CHANGED = 'themechange'
const PREFERS_DARK = '(prefers-color-scheme: dark)'
const storage = browserStorage(() => localStorage)

function currentTheme(): Theme {
  return document.documentElement.classList.contains('dark') ? 'dark' : 'light'
}

/** As in theme.ts, any stored value but `dark` means light. */
function choiceOf(stored: string | null): ThemeChoice {
  if (stored === null) return 'system'
  return stored === 'dark' ? 'dark' : 'light'
}

function applyTheme(choice: ThemeChoice): void {
  const isDark = choice === 'system' ? matchMedia(PREFERS_DARK).matches : choice === 'dark'
  document.documentElement.classList.toggle('dark', isDark)
  dispatchEvent(new Event(THEME_CHANGED))
}

function followSystem(): void {
  const choice = choiceOf(storage.read(STORAGE_KEY_THEME))
  if (choice === 'system') applyTheme(choice)
}

/** Another tab has changed the choice, or cleared the storage. */
function followOtherTab(event: StorageEvent): void {
  if (event.key === STORAGE_KEY_THEME || event.key === null) applyTheme(choiceOf(event.newValue))
}

function subscribe(listener: () => void): () => void {
  const system = matchMedia(PREFERS_DARK)
  addEventListener(THEME_CHANGED, listener)
  addEventListener('storage', followOtherTab)
  system.addEventListener('change', followSystem)
  return () => {
    removeEventListener(THEME_CHANGED, listener)
    removeEventListener('storage', followOtherTab)
    system.removeEventListener('change', followSystem)
  }
}

function useTheme(): Theme {
  return useSyncExternalStore(subscribe, currentTheme)
}

export function useThemeChoice(): ThemeChoice {
  return useSyncExternalStore(subscribe, () => choiceOf(storage.read(STORAGE_KEY_THEME)))
}

export function chooseTheme(choice: ThemeChoice): void {
  if (choice === 'system') storage.remove(STORAGE_KEY_THEME)
  else storage.write(STORAGE_KEY_THEME, choice)
  applyTheme(choice)
}
