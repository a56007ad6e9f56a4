/** Names and values of page-speed figures as text: devices, Lighthouse scores, web vitals with their order and source. */
import { VITAL_THRESHOLDS } from '#shared/constants.ts'
import {
  type FieldData,
  type PageSpeed,
  type PageSpeedDevice,
  pageSpeedDevices,
  type SpeedBand,
  type Vital,
  vitalBand,
} from '#shared/page-speed.ts'
import { formatNumber } from '../../../components/format.ts'

export const deviceNames: Record<PageSpeedDevice, string> = { mobile: 'Mobile', desktop: 'Desktop' }

/** The device that the URL names; mobile by default. */
export function deviceOf(text: string): PageSpeedDevice {
  return pageSpeedDevices.find(each => each === text) ?? 'mobile'
}

/** The four scores of Lighthouse, in its order. */
export const lighthouseScores = [
  { key: 'performance', name: 'Performance' },
  { key: 'accessibility', name: 'Accessibility' },
  { key: 'bestPractices', name: 'Best Practices' },
  { key: 'seo', name: 'SEO' },
] as const satisfies readonly { key: keyof PageSpeed; name: string }[]

interface VitalRow {
  name: string
  short: string
  /** One of the three Core Web Vitals. */
  isCore?: boolean
  /** In the short list: the Core Web Vitals, and TBT, which stands for INP in the lab. */
  isShort?: boolean
  /** Key of the lab value: one load under fixed conditions. */
  lab?: keyof PageSpeed['lab']
  /** Key of the field value: real visits. */
  field?: keyof FieldData['metrics']
}

export const vitalRows: readonly VitalRow[] = [
  { name: 'Largest Contentful Paint', short: 'LCP', isCore: true, isShort: true, lab: 'lcpMs', field: 'lcpMs' },
  { name: 'Interaction to Next Paint', short: 'INP', isCore: true, isShort: true, field: 'inpMs' },
  { name: 'Cumulative Layout Shift', short: 'CLS', isCore: true, isShort: true, lab: 'cls', field: 'cls' },
  { name: 'Total Blocking Time', short: 'TBT', isShort: true, lab: 'tbtMs' },
  { name: 'First Contentful Paint', short: 'FCP', lab: 'fcpMs', field: 'fcpMs' },
  { name: 'Time to First Byte', short: 'TTFB', lab: 'ttfbMs', field: 'ttfbMs' },
  { name: 'Speed Index', short: 'SI', lab: 'speedIndexMs' },
]

/** Precise enough that a value just above a threshold differs from it: `2.51 s`, `84 ms`, `0.101`. */
export function formatVital(vital: string, value: number): string {
  if (vital === 'cls') return formatNumber(Number(value.toFixed(3)))
  const wholeMs = Math.round(value)
  return wholeMs < 1_000 ? `${wholeMs} ms` : `${formatNumber(Number((value / 1_000).toFixed(2)))} s`
}

/** null for a figure without thresholds. */
export function bandOf(vital: string, value: number): SpeedBand | null {
  return isVital(vital) ? vitalBand(vital, value) : null
}

/** Such as “good up to 2.5 s, poor above 4 s”; '' for a figure without thresholds. */
export function thresholdText({ lab, field }: VitalRow): string {
  const vital = field ?? lab ?? ''
  if (!isVital(vital)) return ''
  const { good, poor } = VITAL_THRESHOLDS[vital]
  return `good up to ${formatVital(vital, good)}, poor above ${formatVital(vital, poor)}`
}

function isVital(name: string): name is Vital {
  return Object.hasOwn(VITAL_THRESHOLDS, name)
}
