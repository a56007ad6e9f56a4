/** The state of the advanced options: it lives in the form alone, and goes with it. */
import { useState } from 'react'
import { useBoot } from '../../state/boot.ts'
import {
  type AdvancedErrors,
  type AdvancedFields,
  type AdvancedLimits,
  type AskedOptions,
  type CrawlOfOptions,
  readAdvancedFields,
  unchangedFields,
} from './advanced-options.ts'

export interface ServerOffer extends AdvancedLimits {
  /** A browser is there that runs the scripts of pages. */
  rendersJavaScript: boolean
}

const noErrors: AdvancedErrors = {}

export function useAdvancedOptions() {
  const { maxPageSpeedSample = 0, readsSitemaps = false, rendersJavaScript = false, dropParameters = [] } = useBoot()
  const offer: ServerOffer = { maxPageSpeedSample, readsSitemaps, rendersJavaScript, dropParameters }
  const [fields, setFields] = useState<AdvancedFields>(() => unchangedFields(offer))
  const [errors, setErrors] = useState(noErrors)
  /** For the form: null when a field will not do, which then says so. */
  const read = (crawl: CrawlOfOptions): AskedOptions | null => {
    const options = readAdvancedFields(fields, { limits: offer, crawl })
    setErrors(options.ok ? noErrors : options.errors)
    return options.ok ? options.asked : null
  }
  const change = (next: Partial<AdvancedFields>) => setFields({ ...fields, ...next })
  return { offer, fields, errors, change, read }
}
