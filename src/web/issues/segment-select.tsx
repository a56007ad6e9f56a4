/** Chooses a segment of the website, or all of its pages; nothing where it has no segments. */

import { Select } from '../components/select.tsx'
import { useSegments } from '../queries/segments.ts'
import { useShared } from '../sharing/shown.ts'

interface SegmentSelectProps {
  websiteId: number
  /** Name of a segment; '' for all pages. */
  value: string
  onValue: (segment: string) => void
  className?: string | undefined
}

export function SegmentSelect({ websiteId, value, onValue, className }: SegmentSelectProps) {
  const isShared = useShared() !== null
  const { data } = useSegments(websiteId, !isShared)
  // That of the URL among them, also where the website has it no more.
  const names = new Set([...(data?.segments ?? []).map(({ name }) => name), ...(value === '' ? [] : [value])])
  if (names.size === 0) return null
  return (
    <Select
      label="Segment"
      options={[{ value: '', label: 'All segments' }, ...[...names].map(name => ({ value: name, label: name }))]}
      value={value}
      onValue={onValue}
      className={className}
    />
  )
}
