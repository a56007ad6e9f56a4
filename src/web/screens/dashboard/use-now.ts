import { useEffect, useState } from 'react'

const MINUTE_MS = 60_000

/** The time in epoch milliseconds, renewed every minute: what "5 minutes ago" is counted from. */
export function useNow(): number {
  const [nowMs, setNowMs] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), MINUTE_MS)
    return () => clearInterval(timer)
  }, [])
  return nowMs
}
