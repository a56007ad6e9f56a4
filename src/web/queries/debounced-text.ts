/** A search box that answers every key at once and tells the screen after 300 ms of rest (specification, section 9). */
import { useEffect, useRef, useState } from 'react'
import { SEARCH_DEBOUNCE_MS } from '#shared/constants.ts'

/** `[text, setText]` for the box; `onSettled` is called with what stands in it once typing rests. */
export function useDebouncedText(settled: string, onSettled: (text: string) => void): [string, (text: string) => void] {
  const [text, setText] = useState(settled)
  const [known, setKnown] = useState(settled)
  // A change from outside, such as a filter that was taken back, replaces what stands in the box.
  if (known !== settled) {
    setKnown(settled)
    setText(settled)
  }
  const report = useRef(onSettled)
  useEffect(() => {
    report.current = onSettled
  })
  useEffect(() => {
    if (text === settled) return
    const timer = setTimeout(() => {
      setKnown(text)
      report.current(text)
    }, SEARCH_DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [text, settled])
  return [text, setText]
}
