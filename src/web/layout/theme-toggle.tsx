import { Moon, Sun } from 'lucide-react'
import { Button } from '../components/button.tsx'
import { chooseTheme, useTheme } from './use-theme.ts'

/** Switches between light and dark; the label says what a click does. */
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
