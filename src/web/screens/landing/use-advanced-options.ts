import { useState } from 'react'
import { defaultCrawlOptions } from '#shared/crawl-options.ts'
import type { HostMapChoice } from '#shared/host-map.ts'
import { useBoot } from '../../state/boot.ts'
import {
  type AdvancedErrors,
  type AdvancedFields,
  type AdvancedLimits,
  type CrawlOfOptions,
  errorFields,
  type RequestedOptions,
  readAdvancedFields,
  unchangedFields,
} from './advanced-options.ts'

export interface ServerOffer extends AdvancedLimits {
  canRenderJavaScript: boolean
  renderingNeedsAccount: boolean
  /** The user agent, and whether robots.txt is obeyed. */
  mayChooseCrawler: boolean
  /** Of the proxies that a crawl may choose. */
  proxyNames: readonly string[]
  hostMaps: HostMapChoice
}

const noErrors: AdvancedErrors = {}

/** The state of the advanced options of the form. */
export function useAdvancedOptions() {
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
  const change = (next: Partial<AdvancedFields>) => setFields({ ...fields, ...next })
  return { offer, fields, errors, change, read, showError }
}
