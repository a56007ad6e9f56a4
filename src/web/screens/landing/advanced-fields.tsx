/** Options of a crawl beyond its URL and limit, behind a button that opens them. */
import { clsx } from 'clsx'
import { ChevronDown } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { crawlLists, crawlNumbers, crawlToggles } from '#shared/crawl-options.ts'
import { Button } from '../../components/button.tsx'
import { formatCount } from '../../components/format.ts'
import { controlLook, TextField } from '../../components/text-field.tsx'
import {
  type AdvancedErrors,
  changedCount,
  type AdvancedFields as Fields,
  listText,
  maximumOf,
} from './advanced-options.ts'
import type { ServerOffer } from './use-advanced-options.ts'

interface AdvancedFieldsProps {
  fields: Fields
  errors: AdvancedErrors
  offer: ServerOffer
  isDisabled: boolean
  onChange: (change: Partial<Fields>) => void
}

export function AdvancedFields({ fields, errors, offer, isDisabled, onChange }: AdvancedFieldsProps) {
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
          <fieldset
            disabled={isDisabled}
            className="mt-2 grid gap-x-6 gap-y-4 border-line border-t pt-4 md:grid-cols-2"
          >
            <legend className="sr-only">Advanced options</legend>
            <div className="grid content-start gap-4">
              {crawlToggles.map(({ name, label, hint }) => {
                const isMissing = name === 'rendersJavaScript' && !offer.canRenderJavaScript
                return (
                  <Choice
                    key={name}
                    label={label}
                    hint={isMissing ? 'This server cannot render JavaScript.' : hint}
                    isDisabled={isMissing}
                    isChosen={fields[name] ?? offer.defaults[name]}
                    onChoose={isChosen => onChange({ [name]: isChosen })}
                  />
                )
              })}
              {crawlLists.map(({ name, label, hint }) => (
                <TextField
                  key={name}
                  label={label}
                  hint={hint}
                  message={errors[name]}
                  name={name}
                  autoCapitalize="none"
                  autoComplete="off"
                  spellCheck={false}
                  value={fields[name] ?? listText(offer.defaults[name])}
                  onChange={event => onChange({ [name]: event.target.value })}
                />
              ))}
              {crawlNumbers.map(row => {
                const { name, label, hint } = row
                const max = maximumOf(row, offer)
                return (
                  max > 0 && (
                    <TextField
                      key={name}
                      label={label}
                      hint={hint(max)}
                      message={errors[name]}
                      type="number"
                      inputMode="numeric"
                      name={name}
                      min={0}
                      max={max}
                      step={1}
                      className="figures max-w-34"
                      value={fields[name] ?? offer.defaults[name]}
                      onChange={event => onChange({ [name]: event.target.value })}
                    />
                  )
                )
              })}
            </div>
            <UrlList value={fields.urls} message={errors.urls} onValue={urls => onChange({ urls })} />
          </fieldset>
        )}
      </div>
    </div>
  )
}

interface ChoiceProps {
  label: string
  hint: ReactNode
  isDisabled?: boolean | undefined
  isChosen: boolean
  onChoose: (isChosen: boolean) => void
}

function Choice({ label, hint, isDisabled = false, isChosen, onChoose }: ChoiceProps) {
  const id = useId()
  return (
    <div className="grid grid-cols-[auto_1fr] gap-x-2.5 text-sm">
      <input
        id={id}
        type="checkbox"
        aria-describedby={`${id}-hint`}
        className="mt-0.5 size-4 accent-accent"
        disabled={isDisabled}
        checked={isChosen}
        onChange={event => onChoose(event.target.checked)}
      />
      <label htmlFor={id} className="font-medium">
        {label}
      </label>
      <p id={`${id}-hint`} className="col-start-2 text-ink-muted text-xs leading-5">
        {hint}
      </p>
    </div>
  )
}

interface UrlListProps {
  value: string
  message: string | undefined
  onValue: (value: string) => void
}

function UrlList({ value, message, onValue }: UrlListProps) {
  const id = useId()
  const isInvalid = message !== undefined
  return (
    <div className="flex min-w-0 flex-col">
      <label htmlFor={id} className="mb-1.5 block font-medium text-sm">
        Only these URLs
      </label>
      <textarea
        id={id}
        name="urls"
        rows={6}
        wrap="off"
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        aria-invalid={isInvalid || undefined}
        aria-describedby={isInvalid ? `${id}-message ${id}-hint` : `${id}-hint`}
        className={clsx(controlLook, 'figures h-36 min-h-24 resize-y py-2 leading-6')}
        value={value}
        onChange={event => onValue(event.target.value)}
      />
      {isInvalid && (
        <p id={`${id}-message`} role="alert" className="mt-1 text-error text-sm [overflow-wrap:anywhere]">
          {message}
        </p>
      )}
      <p id={`${id}-hint`} className="mt-1.5 text-ink-muted text-xs leading-5">
        One URL of the website per line. Only these are visited, in this order; links are not followed.
      </p>
    </div>
  )
}
