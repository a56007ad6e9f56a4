import { useEffect, useState } from 'react'

/** How long the indicator is shown. */
const ANALYZING_MS = 600

/** `isAnalyzing` is true briefly after each start, so that the user sees it even when the data is cached. */
export function useAnalyzing(): { isAnalyzing: boolean; beginAnalyzing: () => void } {
  const [begun, setBegun] = useState(0)
  const [ended, setEnded] = useState(0)
  useEffect(() => {
    if (begun === 0) return
    const timer = setTimeout(() => setEnded(begun), ANALYZING_MS)
    return () => clearTimeout(timer)
  }, [begun])
  return { isAnalyzing: begun !== ended, beginAnalyzing: () => setBegun(count => count + 1) }
}
