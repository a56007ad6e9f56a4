/** Options of a crawl beyond its URL and limit, behind a button that opens them. */
import { clsx } from 'clsx'
import { ChevronDown } from 'lucide-react'
import { lazy, Suspense, useId, useState } from 'react'
import { Button } from '../../components/button.tsx'
import { formatCount } from '../../components/format.ts'
import { changedCount } from './advanced-options.ts'
import type { OptionGroupsProps } from './option-groups.tsx'

/** Few visits open them. */
const OptionGroups = lazy(() => import('./option-groups.tsx').then(part => ({ default: part.OptionGroups })))

export function AdvancedFields({
  siteUrl,
  fields,
  errors,
  offer,
  isDisabled,
  onChange,
  onPreview,
  onProve,
}: OptionGroupsProps) {
  const [isOpen, setOpen] = useState(false)
  const [seenErrors, setSeenErrors] = useState(errors)
  // Errors must be visible.
  if (errors !== seenErrors) {
    setSeenErrors(errors)
    if (Object.keys(errors).length > 0) setOpen(true)
  }
  const regionId = useId()
  const changed = changedCount(fields, offer)
  return (
    <div className="mt-3">
      <Button
        variant="link"
        size="small"
        className="h-7 px-0"
        aria-expanded={isOpen}
        aria-controls={regionId}
        onClick={() => setOpen(!isOpen)}
      >
        Advanced
        <ChevronDown aria-hidden className={clsx('transition-transform', isOpen && 'rotate-180')} />
      </Button>
      {!isOpen && changed > 0 && (
        <span className="figures ml-2 text-ink-muted text-sm">{formatCount(changed, 'option')} set</span>
      )}
      <div id={regionId}>
        {isOpen && (
          <Suspense fallback={<p className="mt-2 h-160 border-line border-t" />}>
            <OptionGroups {...{ siteUrl, fields, errors, offer, isDisabled, onChange, onPreview, onProve }} />
          </Suspense>
        )}
      </div>
    </div>
  )
}
