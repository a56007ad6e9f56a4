/** Light, dark, or as the system has it. It takes effect at once; there is nothing to save. */
import { type LucideIcon, Monitor, Moon, Sun } from 'lucide-react'
import { chooseTheme, type ThemeChoice, useThemeChoice } from '../../layout/theme-toggle.tsx'
import { SettingsCard } from './settings-card.tsx'

const choices: readonly { value: ThemeChoice; label: string; Icon: LucideIcon }[] = [
  { value: 'light', label: 'Light', Icon: Sun },
  { value: 'dark', label: 'Dark', Icon: Moon },
  { value: 'system', label: 'System', Icon: Monitor },
]

export function DarkModeCard() {
  const chosen = useThemeChoice()
  return (
    <SettingsCard title="Dark mode" description="System follows what your device prefers, also when that changes.">
      <fieldset className="grid gap-2 sm:grid-cols-3">
        <legend className="sr-only">Dark mode</legend>
        {choices.map(({ value, label, Icon }) => (
          <label
            key={value}
            className="flex h-11 cursor-pointer items-center gap-2.5 rounded-control border border-line-strong px-3.5 font-medium text-sm transition-colors hover:bg-sunken has-checked:border-accent has-checked:bg-accent-soft has-checked:text-accent has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-2"
          >
            <input
              type="radio"
              name="theme"
              value={value}
              checked={chosen === value}
              onChange={() => chooseTheme(value)}
              className="size-4 accent-accent outline-none"
            />
            <Icon aria-hidden className="size-4" />
            {label}
          </label>
        ))}
      </fieldset>
    </SettingsCard>
  )
}
