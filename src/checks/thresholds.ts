import type { Evidence } from '#shared/model.ts'
import {
  type ThresholdSetting,
  type ThresholdTable,
  type ThresholdTables,
  thresholdProblem,
} from '#shared/thresholds.ts'
import { textEvidence } from './evidence.ts'

/**
 * A check declares its thresholds beside its rule and gets their values with the facts. A crawl with other values uses copies of
 * the checks, so a check stays a pure function, and defaults cost nothing.
 */
export interface Declared<Table extends ThresholdTable = ThresholdTable> {
  table: Table
  values: ThresholdValues<Table>
  /** Evidence of values that differ from the defaults. */
  evidence?: readonly Evidence[]
}

export type ThresholdValues<Table extends ThresholdTable = ThresholdTable> = { readonly [Name in keyof Table]: number }

interface Tunable {
  id: string
  thresholds?: Declared
}

/** The thresholds of a check with their default values. */
export function declareThresholds<const Table extends ThresholdTable>(table: Table): Declared<Table> {
  return { table, values: valuesOf(table, () => undefined) }
}

/** For a check without thresholds. */
export const noThresholds: ThresholdValues = {}

/**
 * The checks with the threshold values of one crawl. Settings that no check declares, or that are out of range, are ignored. Checks
 * without settings are returned as they are.
 */
export function tuneChecks<Check extends Tunable>(
  checks: readonly Check[],
  settings: readonly ThresholdSetting[] | undefined,
): readonly Check[] {
  if (!settings || settings.length === 0) return checks
  const tables = thresholdTables(checks)
  const sound = settings.filter(setting => thresholdProblem(tables, setting) === null)
  return checks.map(check => {
    const own = sound.filter(({ checkId }) => checkId === check.id)
    if (!check.thresholds || own.length === 0) return check
    const { table } = check.thresholds
    const values = valuesOf(table, name => own.find(each => each.name === name)?.value)
    return { ...check, thresholds: { table, values, evidence: [evidenceOf(table, own)] } }
  })
}

function evidenceOf(table: ThresholdTable, own: readonly ThresholdSetting[]): Evidence {
  const sentences = own.flatMap(({ name, value }) => {
    const threshold = table[name]
    if (!threshold) return []
    const { label, unit, default: usual } = threshold
    return [`${label}: ${value} ${unit} (default ${usual})`]
  })
  return textEvidence('Thresholds of this website', sentences.join('; '))
}

/** The threshold values of one check for a crawl. */
export function tunedValues<Thresholds extends Declared>(
  check: Tunable & { thresholds?: Thresholds },
  settings: readonly ThresholdSetting[] | undefined,
): Thresholds['values'] {
  const [tuned = check] = tuneChecks([check], settings)
  if (!tuned.thresholds) throw new Error(`${check.id} declares no thresholds`)
  return tuned.thresholds.values
}

export function thresholdTables(
  checks: readonly { id: string; thresholds?: { table: ThresholdTable } }[],
): ThresholdTables {
  return new Map(checks.map(({ id, thresholds }) => [id, thresholds?.table ?? {}]))
}

function valuesOf<Table extends ThresholdTable>(
  table: Table,
  ownOf: (name: string) => number | undefined,
): ThresholdValues<Table>
function valuesOf(table: ThresholdTable, ownOf: (name: string) => number | undefined): ThresholdValues {
  return Object.fromEntries(Object.entries(table).map(([name, { default: own }]) => [name, ownOf(name) ?? own]))
}
