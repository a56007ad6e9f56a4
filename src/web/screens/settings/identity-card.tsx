/** Who the server takes this browser for, and how long it keeps what was crawled. */

import { formatCount, formatLongDuration } from '../../components/format.ts'
import { useWebsites } from '../../queries/websites.ts'
import { useBoot } from '../../state/boot.ts'
import { useAuth } from '../../state/signed-in-user.ts'
import { SettingsCard } from './settings-card.tsx'

export function IdentityCard() {
  const { user } = useAuth()
  return user ? <User username={user.username} isAdmin={user.role === 'admin'} /> : <Visitor />
}

function User({ username, isAdmin }: { username: string; isAdmin: boolean }) {
  return (
    <SettingsCard
      title="Who you are"
      description={
        <>
          <p>
            Signed in as <bdi className="font-medium text-ink [overflow-wrap:anywhere]">{username}</bdi>
            {isAdmin ? ', an administrator.' : '.'} Your name at the top of the page leads to your password and to “Sign
            out everywhere”.
          </p>
          <p>
            Your websites are kept until you clear them, each with its latest crawls (ten of them, unless the operator
            has chosen another number). <Owned />
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
      title="Who you are"
      description={
        <>
          <p>
            An anonymous visitor. A cookie of this browser tells the server which websites are yours; nobody else can
            see, export or clear them. No name and no address is asked for.
          </p>
          <p>
            What you crawl is kept while you are here, and cleared about {delay} after you have left. Whoever comes back
            earlier finds everything as it was. <Owned />
          </p>
          <p>To keep websites for longer, log in: those that you have crawled so far come along.</p>
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
