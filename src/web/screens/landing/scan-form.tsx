/** The crawl form of the landing page: URL, limit, options and the Scan button. */
import { ArrowRight, Sparkles } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useId, useState } from 'react'
import { CRAWL_LIMIT_DEFAULT, CRAWL_LIMIT_MIN } from '#shared/constants.ts'
import { defaultCrawlOptions } from '#shared/crawl-options.ts'
import { Button } from '../../components/button.tsx'
import { ErrorText } from '../../components/error-text.tsx'
import { Input } from '../../components/text-field.tsx'
import { useCrawlForm } from '../../components/use-crawl-form.ts'
import { useBoot } from '../../state/boot.ts'
import { AdvancedFields } from './advanced-fields.tsx'
import {
  type AdvancedErrors,
  type CrawlOfOptions,
  errorFields,
  type AdvancedFields as Fields,
  type RequestedOptions,
  readAdvancedFields,
  unchangedFields,
} from './advanced-options.ts'
import { CrawlEstimate } from './crawl-estimate.tsx'
import type { ServerOffer } from './option-groups.tsx'

const ScopePreview = lazy(() => import('./scope-preview.tsx').then(part => ({ default: part.ScopePreview })))

const OwnershipPanel = lazy(() => import('./ownership-panel.tsx').then(part => ({ default: part.OwnershipPanel })))

export function ScanForm() {
  const { maxCrawlLimit, demoUrl } = useBoot()
  const initialLimit = String(Math.min(CRAWL_LIMIT_DEFAULT, maxCrawlLimit))
  const advanced = useAdvancedOptions()
  const form = useCrawlForm({
    initialLimit,
    maxCrawlLimit,
    readOptions: advanced.read,
    showOptionError: advanced.showError,
  })
  const [isTyping, setTyping] = useState(false)
  const urlId = useId()
  const limitId = useId()
  /** null until it is opened for the first time. */
  const [isPreviewing, setPreviewing] = useState<boolean | null>(null)
  const [isProving, setProving] = useState<boolean | null>(null)
  const tryDemo = (url: string) => {
    form.setUrl(url)
    form.submit(url)
  }
  const preview = isPreviewing !== null && (
    <Suspense fallback={null}>
      <ScopePreview
        isOpen={isPreviewing}
        onOpen={setPreviewing}
        siteUrl={form.url.trim()}
        readOptions={() => advanced.read({ siteUrl: null, crawlLimit: Number(form.limit) })}
      />
    </Suspense>
  )
  return (
    <>
      <form
        noValidate
        aria-label="Scan a website"
        className="rounded-2xl border border-line bg-surface p-4 text-left shadow-raised sm:p-5"
        onSubmit={event => {
          event.preventDefault()
          form.submit()
        }}
      >
        <div className="grid gap-3 sm:grid-cols-[1fr_8.5rem_auto]">
          <Field id={urlId} label="Website URL" message={form.errors.url}>
            <Input
              id={urlId}
              type="url"
              inputMode="url"
              name="url"
              data-search-field
              autoComplete="url"
              autoCapitalize="none"
              spellCheck={false}
              placeholder="Enter website URL..."
              className="h-12 px-3.5 text-base"
              value={form.url}
              isInvalid={form.errors.url !== undefined}
              aria-describedby={form.errors.url ? `${urlId}-message` : undefined}
              disabled={form.isBusy}
              onChange={event => form.setUrl(event.target.value)}
              onFocus={() => setTyping(true)}
              onBlur={() => setTyping(false)}
            />
          </Field>
          <Field id={limitId} label="URL crawl limit" message={form.errors.limit}>
            <Input
              id={limitId}
              type="number"
              inputMode="numeric"
              name="crawlLimit"
              min={CRAWL_LIMIT_MIN}
              max={maxCrawlLimit}
              step={1}
              className="figures h-12 px-3.5 text-base"
              value={form.limit}
              isInvalid={form.errors.limit !== undefined}
              aria-describedby={form.errors.limit ? `${limitId}-message` : undefined}
              disabled={form.isBusy}
              onChange={event => form.setLimit(event.target.value)}
            />
          </Field>
          <Button
            type="submit"
            variant="primary"
            size="large"
            isBusy={form.isBusy}
            className="sm:mt-[1.625rem] sm:min-w-32"
          >
            {form.isBusy ? 'Scanning...' : 'Scan'}
            {!form.isBusy && <ArrowRight aria-hidden />}
          </Button>
        </div>
        <CrawlEstimate
          url={form.url}
          isTyped={!isTyping && !form.isBusy}
          limit={form.limit}
          maxCrawlLimit={maxCrawlLimit}
          rendersJavaScript={advanced.fields.rendersJavaScript}
          pageSpeedSample={advanced.fields.pageSpeedSample}
          pauseMs={advanced.fields.pauseMs}
        />
        <AdvancedFields
          siteUrl={form.url.trim()}
          fields={advanced.fields}
          errors={advanced.errors}
          offer={advanced.offer}
          isDisabled={form.isBusy}
          onChange={advanced.change}
          onPreview={() => setPreviewing(true)}
          onProve={() => setProving(true)}
        />
        <ErrorText className="mt-3">{form.errors.form}</ErrorText>
        {demoUrl !== null && (
          <p className="mt-3 flex flex-wrap items-center gap-x-2 text-ink-muted text-sm">
            No website at hand?
            <Button
              variant="link"
              size="small"
              className="h-7 px-0"
              disabled={form.isBusy}
              onClick={() => tryDemo(demoUrl)}
            >
              <Sparkles aria-hidden />
              Try the demo site
            </Button>
          </p>
        )}
      </form>
      {/* Outside the form, which would take the events of its own. */}
      {preview}
      {isProving !== null && (
        <Suspense fallback={null}>
          <OwnershipPanel isOpen={isProving} onOpen={setProving} siteUrl={form.url.trim()} />
        </Suspense>
      )}
    </>
  )
}

const noErrors: AdvancedErrors = {}

/** The state of the advanced options of the form. */
function useAdvancedOptions() {
  const { maxPageSpeedSample = 0, crawlDefaults = {}, ...boot } = useBoot()
  const offer: ServerOffer = {
    maximums: { pageSpeedSample: maxPageSpeedSample },
    canRenderJavaScript: boot.canRenderJavaScript ?? false,
    renderingNeedsAccount: boot.renderingNeedsAccount ?? false,
    mayChooseCrawler: boot.crawlerChoice !== 'never',
    proxyNames: boot.proxyNames ?? [],
    hostMaps: boot.hostMaps ?? 'never',
    defaults: { ...defaultCrawlOptions, ...crawlDefaults },
  }
  const [fields, setFields] = useState(unchangedFields)
  const [errors, setErrors] = useState(noErrors)
  /** The chosen options; null when a field is invalid, which then shows its error. */
  const read = (crawl: CrawlOfOptions): RequestedOptions | null => {
    const options = readAdvancedFields(fields, { limits: offer, crawl })
    setErrors(options.ok ? noErrors : options.errors)
    return options.ok ? options.requested : null
  }
  /** A message of the server at the field that it is about; false where the form has none. */
  const showError = (name: string, message: string): boolean => {
    const field = errorFields.find(each => each === name)
    if (field !== undefined) setErrors({ [field]: message })
    return field !== undefined
  }
  const change = (next: Partial<Fields>) => setFields({ ...fields, ...next })
  return { offer, fields, errors, change, read, showError }
}

interface FieldProps {
  id: string
  label: string
  message: string | undefined
  children: ReactNode
}

/** A label above, the control, and the message about it below. */
function Field({ id, label, message, children }: FieldProps) {
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="mb-1.5 block font-medium text-[0.8125rem] leading-5">
        {label}
      </label>
      {children}
      <ErrorText id={`${id}-message`} className="mt-1.5">
        {message}
      </ErrorText>
    </div>
  )
}
