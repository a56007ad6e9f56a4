/** The theme, the account or visitor of this browser, and the stored data. */
import { type LucideIcon, Monitor, Moon, Sun } from 'lucide-react'
import { formatCount, formatLongDuration } from '../../components/format.ts'
import { chooseTheme, type ThemeChoice, useThemeChoice } from '../../layout/theme-toggle.tsx'
import { useWebsites } from '../../queries/websites.ts'
import { useBoot } from '../../state/boot.ts'
import { useAuth } from '../../state/signed-in-user.ts'
import { SettingsCard } from './settings-card.tsx'
import { YourDataCard } from './your-data-card.tsx'

export function GeneralTab() {
  return (
    <>
      <DarkModeCard />
      <IdentityCard />
      <YourDataCard />
    </>
  )
}

const choices: readonly { value: ThemeChoice; label: string; Icon: LucideIcon }[] = [
  { value: 'light', label: 'Light', Icon: Sun },
  { value: 'dark', label: 'Dark', Icon: Moon },
  { value: 'system', label: 'System', Icon: Monitor },
]

/** A choice takes effect at once. */
function DarkModeCard() {
  const chosen = useThemeChoice()
  return (
    <SettingsCard title="Dark mode" description="System follows the setting of your device.">
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

/** Who is signed in, and how long crawls are kept. */
function IdentityCard() {
  const { user } = useAuth()
  return user ? <User username={user.username} isAdmin={user.role === 'admin'} /> : <Visitor />
}

function User({ username, isAdmin }: { username: string; isAdmin: boolean }) {
  return (
    <SettingsCard
      title="Your identity"
      description={
        <>
          <p>
            Signed in as <bdi className="font-medium text-ink [overflow-wrap:anywhere]">{username}</bdi>
            {isAdmin ? ', an administrator.' : '.'} The menu under your name has your password and “Sign out
            everywhere”.
          </p>
          <p>
            Your websites are kept until you clear them, each with its latest crawls (ten by default; the operator can
            change the number). <Owned />
          </p>
        </>
      }
    />
  )
}

function Visitor() {
  const { ephemeralSeconds } = useBoot()
  const delay = ephemeralSeconds === undefined ? 'a while' : formatLongDuration(ephemeralSeconds)
  return (
    <SettingsCard
      title="Your identity"
      description={
        <>
          <p>
            Anonymous visitor. A cookie in this browser identifies your websites; no other visitor can see, export or
            clear them. No name or e-mail address is required.
          </p>
          <p>
            Your crawls are kept during your visit and cleared about {delay} after you leave. If you return before that,
            nothing is lost. <Owned />
          </p>
          <p>To keep websites longer, log in: the websites of this visit move to your account.</p>
        </>
      }
    />
  )
}

function Owned() {
  const websites = useWebsites()
  if (!websites.data) return null
  return <>You have {formatCount(websites.data.length, 'website')} now.</>
}
