/**
 * Thresholds of checks, such as the width from which a title is long. A check declares its own, with the value that it comes
 * with; a website may have others, and a crawl keeps to the end those that it began with.
 */
export interface Threshold {
  /** What is counted, as a form names it: "Maximum title length". */
  label: string
  unit: ThresholdUnit
  /** Where a website says nothing else. */
  default: number
  /** Smallest and largest value that makes sense. */
  min: number
  max: number
  /** Least difference between two values; 1 when omitted. */
  step?: number
  /** What follows from it: a sentence. */
  explanation: string
  /** Another one that it must not exceed, of the same check where none is named. */
  atMost?: { checkId?: string; name: string }
}

export const thresholdUnits = [
  'characters',
  'links',
  'parameters',
  'words',
  'pixels',
  'KB',
  'bytes',
  'ms',
  's',
  'days',
  '%',
  'pages',
  'clicks',
  'hops',
  'times',
  'points',
] as const
export type ThresholdUnit = (typeof thresholdUnits)[number]

export type ThresholdTable = Readonly<Record<string, Threshold>>

/** One number of one check that a website has otherwise. */
export interface ThresholdSetting {
  checkId: string
  name: string
  value: number
}

/** By check id. */
export type ThresholdTables = ReadonlyMap<string, ThresholdTable>

/** Why one setting cannot be: a sentence for a person; null when it can. */
export function thresholdProblem(tables: ThresholdTables, { checkId, name, value }: ThresholdSetting): string | null {
  const table = tables.get(checkId)
  if (!table) return 'There is no such check'
  const declared = thresholdOf(table, name)
  if (!declared) return `The check ${checkId} has no threshold "${name}"`
  const { label, min, max, unit, step = 1 } = declared
  if (!(value >= min && value <= max)) return `${label}: a value from ${min} to ${max} ${unit}`
  if (!isOnStep(value, step)) return step === 1 ? `${label}: a whole number` : `${label}: steps of ${step} ${unit}`
  return null
}

/** Why settings cannot stand together, of which each by itself can: the first pair that is out of order; null when all can. */
export function thresholdOrderProblem(tables: ThresholdTables, settings: readonly ThresholdSetting[]): string | null {
  const inForce = (checkId: string, name: string) => {
    const set = settings.find(each => each.checkId === checkId && each.name === name)
    return set?.value ?? thresholdOf(tables.get(checkId), name)?.default
  }
  for (const [checkId, table] of tables) {
    for (const [name, { label, atMost }] of Object.entries(table)) {
      if (!atMost) continue
      const upperCheck = atMost.checkId ?? checkId
      const upper = thresholdOf(tables.get(upperCheck), atMost.name)
      const [low, high] = [inForce(checkId, name), inForce(upperCheck, atMost.name)]
      if (!upper || low === undefined || high === undefined || low <= high) continue
      return `"${label}" (${low} ${upper.unit}) must not exceed "${upper.label}" (${high} ${upper.unit})`
    }
  }
  return null
}

function thresholdOf(table: ThresholdTable | undefined, name: string): Threshold | undefined {
  return table && Object.hasOwn(table, name) ? table[name] : undefined
}

/** Steps such as 0.01 are no exact numbers: a millionth of a step is forgiven. */
function isOnStep(value: number, step: number): boolean {
  const steps = value / step
  return Math.abs(steps - Math.round(steps)) < 1e-6
}

/**
 * Share of a limit by which a measured value may miss it: what misses by less is no difference that a visitor or a search engine
 * notices.
 */
const TOLERANCE = 0.05

/**
 * Whether a measured value (words, characters, bytes, pixels, milliseconds) is clearly below its limit. Counts, limits of a protocol
 * and the bands of Core Web Vitals and Lighthouse are exact, and are compared without this.
 */
export function isBelow(value: number, limit: number): boolean {
  return value < limit - toleranceOf(limit)
}

/** The same above a limit. */
export function isAbove(value: number, limit: number): boolean {
  return value > limit + toleranceOf(limit)
}

/** For the explanation of a threshold that is compared in this way. */
export const TOLERANCE_NOTE: string = `A difference of up to ${TOLERANCE * 100} % is accepted.`

function toleranceOf(limit: number): number {
  return Math.max(1, Math.round(limit * TOLERANCE))
}
