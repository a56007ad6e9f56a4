import type { OwnCheck } from '#shared/own-check.ts'
import type { ThresholdSetting } from '#shared/thresholds.ts'

/** Messages between the engine and the thread of own checks. */

export interface OwnCheckThreadData {
  files: readonly string[]
  /** One 32-bit number: the place of the check that runs, from 1; 0 while none does. */
  running: SharedArrayBuffer
}

/** A page to be checked. */
export interface ToOwnChecks {
  /** PageFacts, serialized. */
  facts: Uint8Array
  thresholds: readonly ThresholdSetting[] | undefined
  /** Ids of checks that are not run. */
  without: readonly string[]
}

export type FromOwnChecks =
  | { kind: 'loaded'; checks: OwnCheck[] }
  | { kind: 'refused'; message: string }
  /** `checked` is a CheckedPage, which the engine reads by its schema. */
  | { kind: 'checked'; checked: unknown; errors: { checkId: string; message: string }[] }
  /** An error outside of the checks. */
  | { kind: 'stray'; message: string }
