/** The advanced options of a crawl, in groups by what they decide. */
import { type ReactNode, useId } from 'react'
import { crawlLists, crawlNumbers, crawlToggles, fieldsRow, type OptionGroup } from '#shared/crawl-option-rows.ts'
import type { HostMapChoice } from '#shared/host-map.ts'
import { Button } from '../../components/button.tsx'
import { FieldRows } from '../../components/field-rows.tsx'
import { Select } from '../../components/select.tsx'
import { TextArea } from '../../components/text-area.tsx'
import { TextField } from '../../components/text-field.tsx'
import {
  type AdvancedErrors,
  type AdvancedLimits,
  type AdvancedFields as Fields,
  listText,
  maximumOf,
  routeOf,
} from './advanced-options.ts'
import { CredentialInputs } from './credential-inputs.tsx'

/** What the server lets this visitor choose. */
export interface ServerOffer extends AdvancedLimits {
  canRenderJavaScript: boolean
  renderingNeedsAccount: boolean
  /** The user agent, and whether robots.txt is obeyed. */
  mayChooseCrawler: boolean
  /** Of the proxies that a crawl may choose. */
  proxyNames: readonly string[]
  hostMaps: HostMapChoice
}

export interface OptionGroupsProps {
  /** As typed. */
  siteUrl: string
  fields: Fields
  errors: AdvancedErrors
  offer: ServerOffer
  isDisabled: boolean
  onChange: (change: Partial<Fields>) => void
  /** Opens the preview of the crawl. */
  onPreview: () => void
  /** Opens the proof of ownership. */
  onProve: () => void
}

export function OptionGroups({
  siteUrl,
  fields,
  errors,
  offer,
  isDisabled,
  onChange,
  onPreview,
  onProve,
}: OptionGroupsProps) {
  const regionId = useId()
  const options = { fields, errors, offer, onChange }
  return (
    <fieldset disabled={isDisabled} className="mt-2 grid gap-x-8 gap-y-7 border-line border-t pt-4 md:grid-cols-2">
      <legend className="sr-only">Advanced options</legend>
      <Group {...options} name="sources" title="Where pages are found">
        <TextArea
          label="Only these URLs"
          hint="One URL of the website per line. Only these are visited, in this order; links are not followed."
          message={errors.urls}
          name="urls"
          rows={5}
          value={fields.urls}
          onValue={urls => onChange({ urls })}
        />
      </Group>
      <Group {...options} name="scope" title="Which pages are visited" />
      <Group {...options} name="requests" title="How pages are requested">
        {offer.mayChooseCrawler && (
          <TextField
            label="User agent"
            hint="Of requests to the website, in place of that of the server."
            message={errors.userAgent}
            name="userAgent"
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            value={fields.userAgent ?? ''}
            onValue={userAgent => onChange({ userAgent })}
          />
        )}
        {offer.proxyNames.length > 0 && (
          <div className="grid gap-1.5">
            <label htmlFor={`${regionId}-proxy`} className="font-medium text-sm">
              Proxy
            </label>
            <Select
              id={`${regionId}-proxy`}
              name="proxy"
              aria-describedby={`${regionId}-proxy-hint`}
              options={[
                { value: '', label: 'As the server requests everything' },
                ...offer.proxyNames.map(value => ({ value, label: value })),
              ]}
              value={fields.proxy ?? ''}
              onValue={proxy => onChange({ proxy })}
            />
            <p id={`${regionId}-proxy-hint`} className="text-ink-muted text-xs leading-5">
              All requests of the crawl go through it.
            </p>
          </div>
        )}
      </Group>
      <Group {...options} name="checks" title="What else is checked" />
      <fieldset className="grid min-w-0 content-start gap-3 md:col-span-2">
        <legend className="mb-1 font-semibold text-sm">{fieldsRow.label}</legend>
        <p className="text-ink-muted text-xs leading-5">
          Values that are read of each page, such as a price or an author. They are columns and filters of All Pages.
        </p>
        <FieldRows
          lines={fieldsRow.split(fields.fields ?? listText(offer.defaults.fields, fieldsRow))}
          onLines={lines => onChange({ fields: lines.join('\n') })}
          showsMistakes={errors.fields !== undefined}
          message={errors.fields}
        />
      </fieldset>
      <div className="md:col-span-2">
        <CredentialInputs
          siteUrl={siteUrl}
          route={routeOf(fields)}
          fields={fields.credentials}
          message={errors.credentials}
          onChange={credentials => onChange({ credentials })}
        />
      </div>
      <div className="flex flex-wrap gap-2 md:col-span-2">
        <Button onClick={onPreview}>Preview which URLs are crawled</Button>
        {offer.mayChooseCrawler && <Button onClick={onProve}>Prove that the website is yours</Button>}
      </div>
    </fieldset>
  )
}

interface GroupProps extends Pick<OptionGroupsProps, 'fields' | 'errors' | 'offer' | 'onChange'> {
  name: OptionGroup
  title: string
  /** Fields that are no rows of the table of options. */
  children?: ReactNode
}

/** The options of one group: choices, texts, numbers. */
function Group({ name: group, title, fields, errors, offer, onChange, children }: GroupProps) {
  const numbers = crawlNumbers.filter(row => row.group === group && maximumOf(row, offer) > 0)
  return (
    <fieldset className="grid min-w-0 content-start gap-4">
      <legend className="mb-3 font-semibold text-sm">{title}</legend>
      {crawlToggles.map(({ name, label, hint, group: groupOfRow }) => {
        if (groupOfRow !== group || (name === 'obeysRobots' && !offer.mayChooseCrawler)) return null
        const isRendering = name === 'rendersJavaScript'
        const isMissing = isRendering && !offer.canRenderJavaScript
        const needsAccount = isRendering && offer.renderingNeedsAccount ? ' Sign in first.' : ''
        return (
          <Choice
            key={name}
            label={label}
            hint={isMissing ? 'This server cannot render JavaScript.' : hint + needsAccount}
            isDisabled={isMissing}
            isChosen={fields[name] ?? offer.defaults[name]}
            onChoose={isChosen => onChange({ [name]: isChosen })}
          />
        )
      })}
      {crawlLists
        .filter(
          row => row.group === group && row !== fieldsRow && (row.name !== 'hostMap' || offer.hostMaps !== 'never'),
        )
        .map(row => (
          <List
            key={row.name}
            row={row}
            note={row.name === 'hostMap' && offer.hostMaps === 'users' ? ' Sign in first.' : ''}
            message={errors[row.name]}
            value={fields[row.name] ?? listText(offer.defaults[row.name], row)}
            onValue={text => onChange({ [row.name]: text })}
          />
        ))}
      {numbers.length > 0 && (
        <div className="grid gap-4">
          {numbers.map(row => (
            <TextField
              key={row.name}
              label={row.label}
              hint={row.hint(maximumOf(row, offer))}
              message={errors[row.name]}
              type="number"
              inputMode="numeric"
              name={row.name}
              min={0}
              max={maximumOf(row, offer)}
              step={1}
              className="figures max-w-34"
              value={fields[row.name] ?? offer.defaults[row.name]}
              onValue={value => onChange({ [row.name]: value })}
            />
          ))}
        </div>
      )}
      {children}
    </fieldset>
  )
}

interface ListProps {
  row: (typeof crawlLists)[number]
  /** Goes on after the hint. */
  note: string
  message: string | undefined
  value: string
  onValue: (text: string) => void
}

function List({ row, note, message, value, onValue }: ListProps) {
  const { name, label } = row
  const hint = row.hint + note
  if ('isOnePerLine' in row) return <TextArea {...{ label, hint, message, name, value, onValue }} rows={3} />
  return (
    <TextField
      {...{ label, hint, message, name, value }}
      autoCapitalize="none"
      autoComplete="off"
      spellCheck={false}
      onValue={onValue}
    />
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
