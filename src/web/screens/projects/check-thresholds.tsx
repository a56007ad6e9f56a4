/** The thresholds of a check, each with its explanation and default. */

import { clsx } from 'clsx'
import { ChevronDown } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import type { CheckResponse } from '#shared/api/checks.ts'
import type { WebsiteSettingsResponse } from '#shared/api/website-settings.ts'
import { Button } from '../../components/button.tsx'
import { formatNumber } from '../../components/format.ts'
import { TextField } from '../../components/text-field.tsx'
import { useSetThresholds } from '../../queries/website-settings.ts'

interface CheckThresholdsProps {
  websiteId: number
  check: CheckResponse
  /** The thresholds of this check that differ from the default. */
  changed: WebsiteSettingsResponse['thresholds']
}

export function CheckThresholds(props: CheckThresholdsProps) {
  const { check, changed } = props
  const [isOpen, setOpen] = useState(false)
  const formId = useId()
  if (check.thresholds.length === 0) return null
  const words = changed.length === 0 ? 'Thresholds' : `Thresholds (${changed.length} changed)`
  return (
    <div className="mt-1">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={formId}
        aria-label={`${words}: ${check.title}`}
        onClick={() => setOpen(!isOpen)}
        className="inline-flex items-center gap-1 py-1 text-accent text-xs underline-offset-4 hover:underline"
      >
        <ChevronDown aria-hidden className={clsx('size-3.5 transition-transform', isOpen && 'rotate-180')} />
        {words}
      </button>
      <div id={formId}>{isOpen && <ThresholdForm key={JSON.stringify(changed)} {...props} />}</div>
    </div>
  )
}

function ThresholdForm({ websiteId, check, changed }: CheckThresholdsProps) {
  const { mutate, isPending } = useSetThresholds(websiteId)
  const [typed, setTyped] = useState<Record<string, string>>(() =>
    Object.fromEntries(changed.map(({ name, value }) => [name, String(value)])),
  )
  const save = (event: FormEvent) => {
    event.preventDefault()
    const values = check.thresholds.map(({ name, default: own }) => ({ name, value: Number(typed[name] ?? own) }))
    mutate({ checkId: check.id, values })
  }
  return (
    <form onSubmit={save} className="space-y-4 border-line border-l-2 py-2 pl-4">
      {check.thresholds.map(({ name, label, unit, default: own, min, max, step, explanation }) => (
        <TextField
          key={name}
          type="number"
          label={`${label} (${unit})`}
          hint={`${explanation} Default: ${formatNumber(own)}.`}
          value={typed[name] ?? String(own)}
          min={min}
          max={max}
          step={step}
          required
          onValue={value => setTyped({ ...typed, [name]: value })}
          className="figures soft:max-w-40"
        />
      ))}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="small" variant="primary" isBusy={isPending}>
          Save thresholds
        </Button>
        <Button
          size="small"
          disabled={isPending || changed.length === 0}
          onClick={() => mutate({ checkId: check.id, values: [] })}
        >
          Reset
        </Button>
      </div>
    </form>
  )
}
