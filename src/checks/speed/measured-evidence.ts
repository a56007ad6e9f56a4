import type { Evidence } from '#shared/model.ts'
import type { PageSpeed, PageSpeedDevice } from '#shared/page-speed.ts'
import type { MeasuredPage } from '#shared/site-facts.ts'
import type { Skip } from '../check.ts'
import { counted, grouped } from '../counted.ts'
import { excerpt, tableEvidence, textEvidence } from '../evidence.ts'

/** Evidence shared by the checks of measured pages: settings, sample and formatted numbers. */

export const nothingMeasured: Skip = { skipped: 'Page speed was not measured' }

const providers: Record<PageSpeed['provider'], string> = {
  google: 'by Google PageSpeed Insights',
  lighthouse: 'by Lighthouse on this server',
}

const deviceWords: Record<PageSpeedDevice, string> = {
  mobile: 'a phone on a slow connection',
  desktop: 'a desktop computer',
}

/** `Lighthouse 13.5.0, 1 run, mobile (a phone on a slow connection), by Lighthouse on this server`. */
function runSettings({ lighthouseVersion, runCount, device, provider }: PageSpeed): string {
  const version = lighthouseVersion === '' ? 'Lighthouse of an unknown version' : `Lighthouse ${lighthouseVersion}`
  return `${version}, ${counted(runCount, 'run')}, ${device} (${deviceWords[device]}), ${providers[provider]}`
}

/** The settings of the measurement, part of every finding. */
export function howMeasured(pages: readonly PageSpeed[]): Evidence {
  return textEvidence('Measurement settings', [...new Set(pages.map(runSettings))].join('; '))
}

/** The sample that the page represents, and Lighthouse warnings. */
export function aboutMeasuring({ pageSpeed, template, templatePages }: MeasuredPage): Evidence[] {
  const sample = `The measured page represents ${counted(templatePages, 'page')} with URLs like ${template}`
  return [
    howMeasured([pageSpeed]),
    ...(templatePages > 1 ? [textEvidence('Sample', sample)] : []),
    ...(pageSpeed.warnings.length > 0
      ? [
          tableEvidence({
            label: 'Lighthouse warnings about the measurement',
            columns: ['Warning'],
            items: pageSpeed.warnings,
            row: warning => [warning],
          }),
        ]
      : []),
  ]
}

const SECOND_MS = 1_000

/** `840 ms`, `3.1 s`. */
export function milliseconds(value: number): string {
  return value < SECOND_MS ? `${Math.round(value)} ms` : `${(value / SECOND_MS).toFixed(1)} s`
}

const KIB = 1_024

/** `2,667 KiB`, as Lighthouse writes it. */
export function kibibytes(bytes: number): string {
  return `${grouped(bytes / KIB)} KiB`
}

/** URLs come from the measured page and may be of any length. */
const MAX_SHOWN_URL = 300

export function shownUrl(url: string): string {
  return excerpt(url, MAX_SHOWN_URL)
}
