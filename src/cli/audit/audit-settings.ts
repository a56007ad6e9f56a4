import { readFile, stat } from 'node:fs/promises'
import * as z from 'zod/mini'
import { changedThresholds, isCheckId, thresholdsProblem } from '#report/check-list.ts'
import { type SettingsFile, settingsFileSchema } from '#shared/api/website-settings.ts'
import { genericMessage } from '#shared/errors.ts'
import { type CheckSetting, isOfEverything, type Mute, wholePattern } from '#shared/issue-settings.ts'
import type { OwnCheck } from '#shared/own-check.ts'
import { type OwnRule, ruleWords } from '#shared/own-rules.ts'
import { rulesProblem } from '#shared/rule-mistakes.ts'
import type { Segment } from '#shared/segments.ts'
import type { ThresholdSetting } from '#shared/thresholds.ts'
import type { Store } from '#store/store.ts'
import { UsageError } from '../command.ts'
import { readInput, STANDARD_STREAM } from '../input-file.ts'
import type { AuditRequest } from './audit-options.ts'

/** What `audit --settings FILE` decides about the website: the same as its check settings on a server. */
export interface AuditSettings {
  checks: readonly CheckSetting[]
  mutes: readonly Pick<Mute, 'checkId' | 'pattern' | 'reason'>[]
  thresholds: readonly ThresholdSetting[]
  segments: readonly Segment[]
  rules: readonly OwnRule[]
}

/** Far more than all that may be decided takes. */
const MAX_BYTES = 2 * 1024 * 1024

/**
 * The file that is named, else what the configuration file decides; null for neither. Throws UsageError with a sentence for what cannot be. Read before the crawl, so that a mistake costs no
 * time.
 */
export async function readAuditSettings(
  { settings: file, config, url }: Pick<AuditRequest, 'settings' | 'config' | 'url'>,
  ownChecks: readonly OwnCheck[],
): Promise<AuditSettings | null> {
  if (file !== undefined) return parseAuditSettings(await textOf(file), { file, url, ownChecks })
  return config?.website ? auditSettings(config.website, { file: config.file, url, ownChecks }) : null
}

async function textOf(file: string): Promise<string> {
  const unreadable = (error: NodeJS.ErrnoException) => {
    throw new UsageError(`The settings file ${file} cannot be read (${error.code}).`)
  }
  if (file === STANDARD_STREAM) return await readInput(file, `The settings file ${file}`)
  const { size } = await stat(file).catch(unreadable)
  if (size > MAX_BYTES) throw new UsageError(`The settings file ${file} is too large.`)
  return await readFile(file, 'utf8').catch(unreadable)
}

/** Where the settings come from, and what they are about. */
interface Source {
  file: string
  url: string
  /** Checks beside ours that they may name. */
  ownChecks: readonly OwnCheck[]
}

export function parseAuditSettings(text: string, { file, url, ownChecks }: Source): AuditSettings {
  const refuse = (why: string) => new UsageError(`The settings file ${file}: ${why}.`)
  const parsed = z.safeParse(settingsFileSchema, parseJson(text, refuse), { error: genericMessage })
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    const unknown = issue?.code === 'unrecognized_keys' ? issue.keys[0] : undefined
    if (unknown !== undefined)
      throw refuse(`there is no setting "${unknown}"; it has checks, mutes, thresholds, segments and rules`)
    throw refuse([issue?.path.join('.'), issue?.message].filter(Boolean).join(': '))
  }
  return auditSettings(parsed.data, { file, url, ownChecks })
}

function auditSettings(
  { checks = [], mutes = [], thresholds = [], segments = [], rules = [] }: SettingsFile,
  { file, url, ownChecks: ownPageChecks }: Source,
): AuditSettings {
  const ownChecks = [...ownPageChecks, ...rules.map(ruleWords)]
  const refuse = (why: string) => new UsageError(`The settings file ${file}: ${why}.`)
  const ruleProblem = rulesProblem(rules)
  if (ruleProblem !== null) throw refuse(ruleProblem)
  for (const [list, entries] of Object.entries({ checks, mutes, thresholds }))
    for (const [index, { checkId }] of entries.entries())
      if (checkId !== null && !isCheckId({ ownChecks }, checkId))
        throw refuse(`${list}.${index}: there is no check "${checkId}"`)
  const everything = mutes.findIndex(isOfEverything)
  if (everything >= 0) throw refuse(`mutes.${everything}: a mute of everything would leave no report`)
  const problem = thresholdsProblem({ ownChecks }, thresholds)
  if (problem !== null) throw refuse(`thresholds: ${problem}`)
  return {
    checks,
    mutes: mutes.map(mute => ({ ...mute, pattern: wholePattern(mute.pattern, url) })),
    thresholds: changedThresholds({ ownChecks }, thresholds),
    segments,
    rules,
  }
}

function parseJson(text: string, refuse: (why: string) => UsageError): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    throw refuse('it is no JSON')
  }
}

/** Brings what is decided for the website into line with the file; thresholds go with the crawl. */
export async function applySettings(
  { settings }: Pick<Store, 'settings'>,
  { websiteId, fileSettings, nowMs }: { websiteId: number; fileSettings: AuditSettings; nowMs: number },
): Promise<void> {
  await settings.setSegments(websiteId, fileSettings.segments)
  const known = await settings.read(websiteId)
  const isSame = (one: Pick<Mute, 'checkId' | 'pattern' | 'reason'>) => (other: typeof one) =>
    one.checkId === other.checkId && one.pattern === other.pattern && one.reason === other.reason
  for (const mute of known.mutes)
    if (!fileSettings.mutes.some(isSame(mute))) await settings.removeMute(websiteId, mute.id)
  for (const { checkId, pattern, reason } of fileSettings.mutes)
    if (!known.mutes.some(isSame({ checkId, pattern, reason })))
      await settings.addMute({ websiteId, checkId, pattern, reason, nowMs })
  for (const { checkId } of known.checks)
    if (!fileSettings.checks.some(check => check.checkId === checkId))
      await settings.setCheck({ websiteId, checkId, isOff: false, severity: null })
  for (const { checkId, isOff, severity } of fileSettings.checks)
    await settings.setCheck({ websiteId, checkId, isOff, severity })
}
