import { DarkModeCard } from './dark-mode-card.tsx'
import { IdentityCard } from './identity-card.tsx'
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
