import { useEffect, useState } from 'react'

/** Of the indicator, at least: between half a second and a second (specification, section 4). */
const ANALYZING_MS = 600

/** True for a moment after each beginning: what was asked for is seen to happen even where the answer is there at once. */
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
