import * as z from 'zod/mini'
import { MAX_MUTE_PATTERN_LENGTH, MAX_MUTE_REASON_LENGTH, MAX_MUTES_PER_WEBSITE } from '../issue-settings.ts'
import { issueTypes, severities } from '../model.ts'
import { rulesSchema } from '../own-rules.ts'
import { segmentsSchema } from '../segments.ts'
import type { EndpointTable } from './contract.ts'
import { choice } from './query.ts'
import { crawl, id, issuesLimit, offset, timestamp } from './values.ts'

/** What is decided about the issues of a website, and which issues that keeps out of the report. */

export const muteSchema = z.object({
  id,
  /** null: issues of every check. */
  checkId: z.nullable(z.string()),
  /** URL that issues are listed under, `*` for any run of characters; null: every URL. */
  pattern: z.nullable(z.string()),
  reason: z.string(),
  createdAt: timestamp,
})
export type MuteResponse = z.infer<typeof muteSchema>

export const websiteSettingsSchema = z.object({
  /** Oldest first. */
  mutes: z.array(muteSchema),
  /** Those that differ from how the check comes, by check id. */
  checks: z.array(z.object({ checkId: z.string(), isOff: z.boolean(), severity: z.nullable(z.enum(severities)) })),
  /** Numbers that differ from those that the checks come with, by check id and name; for crawls that begin from now on. */
  thresholds: z.array(z.object({ checkId: z.string(), name: z.string(), value: z.number() })),
})
export type WebsiteSettingsResponse = z.infer<typeof websiteSettingsSchema>

const checkId = z
  .string('Say which check')
  .check(z.minLength(1, 'Say which check'), z.maxLength(200, 'There is no such check'))

export const setCheckSchema = z.object({
  checkId,
  isOff: z.boolean(),
  /** null: as the check itself says. */
  severity: z.nullable(z.enum(severities)),
})

/** More than any check has. */
const MAX_THRESHOLDS_PER_CHECK = 20
const thresholdName = z.string('Say which threshold').check(z.minLength(1, 'Say which threshold'), z.maxLength(100))
const thresholdValue = z.number('A threshold is a number')

/** All of one check: what is not named is as the check comes with it. */
export const setThresholdsSchema = z.object({
  checkId,
  values: z
    .array(z.object({ name: thresholdName, value: thresholdValue }))
    .check(z.maxLength(MAX_THRESHOLDS_PER_CHECK, 'No check has so many thresholds')),
})

export const addMuteSchema = z.object({
  checkId: z.nullable(checkId),
  pattern: z.nullable(
    z
      .string()
      .check(
        z.trim(),
        z.minLength(1, 'Enter a URL pattern'),
        z.maxLength(MAX_MUTE_PATTERN_LENGTH, `A URL pattern has at most ${MAX_MUTE_PATTERN_LENGTH} characters`),
      ),
  ),
  reason: z
    .string('Say why')
    .check(
      z.trim(),
      z.minLength(1, 'Say why: the reason is shown wherever the muted issues are listed'),
      z.maxLength(MAX_MUTE_REASON_LENGTH, `A reason has at most ${MAX_MUTE_REASON_LENGTH} characters`),
    ),
})

/**
 * All that is decided for a website, as a file that a person writes or a response of the server. What it does not name is as the
 * checks come with it.
 */
export const settingsFileSchema = z.strictObject({
  checks: z.optional(z.array(setCheckSchema)),
  mutes: z.optional(
    z
      .array(addMuteSchema)
      .check(z.maxLength(MAX_MUTES_PER_WEBSITE, `A website has at most ${MAX_MUTES_PER_WEBSITE} mutes`)),
  ),
  thresholds: z.optional(z.array(z.object({ checkId, name: thresholdName, value: thresholdValue }))),
  segments: z.optional(segmentsSchema),
  rules: z.optional(rulesSchema),
})

export type SettingsFile = z.infer<typeof settingsFileSchema>

export const removeMuteSchema = z.object({ muteId: id })

/** Issues that the settings keep out of the report; `fixedIssues` lists fixed ones. */
export const hiddenKinds = ['muted', 'switched-off'] as const

export const suppressedIssueSchema = z.object({
  id,
  checkId: z.string(),
  /** Of the check. */
  title: z.string(),
  type: z.enum(issueTypes),
  severity: z.enum(severities),
  message: z.string(),
  pageUrl: z.string(),
  kind: z.enum(hiddenKinds),
  /** Of a muted one, as it was given; '' otherwise. */
  reason: z.string(),
  /** The mute that did it; null otherwise. */
  muteId: z.nullable(id),
})
export type SuppressedResponse = z.infer<typeof suppressedIssueSchema>

export const suppressedListSchema = z.object({
  /** The most severe first, as the issues list has them. */
  issues: z.array(suppressedIssueSchema),
  totalCount: z.number(),
  mutedCount: z.number(),
  switchedOffCount: z.number(),
})
export type SuppressedListResponse = z.infer<typeof suppressedListSchema>

export const websiteSettingsEndpoints = {
  websiteSettings: {
    access: 'view',
    scope: 'read',
    method: 'GET',
    path: '/api/websites/:id/settings',
    response: websiteSettingsSchema,
    tag: 'Websites',
    summary: 'Settings for the issues of a website: mutes, checks that are switched off, severities',
  },
  setCheck: {
    access: 'edit',
    scope: 'crawl',
    method: 'POST',
    path: '/api/websites/:id/checks',
    body: setCheckSchema,
    response: websiteSettingsSchema,
    tag: 'Websites',
    summary: 'Switch a check off or on for a website, or change its severity',
    description:
      'Applies to the newest crawl that has ended, which is updated before the response, and to all later crawls.',
    exampleBody: { checkId: 'title-too-long', isOff: false, severity: 'info' },
  },
  setThresholds: {
    access: 'edit',
    scope: 'crawl',
    method: 'POST',
    path: '/api/websites/:id/thresholds',
    body: setThresholdsSchema,
    response: websiteSettingsSchema,
    tag: 'Websites',
    summary: 'Set the thresholds of a check for a website',
    description:
      'Replaces all thresholds of the check: one that is not named has its default; `GET /api/checks` lists them. A crawl uses the ' +
      'thresholds that were set when it began.',
    exampleBody: { checkId: 'title-too-long', values: [{ name: 'maxWidth', value: 70 }] },
  },
  addMute: {
    access: 'edit',
    scope: 'crawl',
    method: 'POST',
    path: '/api/websites/:id/mutes',
    body: addMuteSchema,
    response: z.object({ muteId: id, settings: websiteSettingsSchema }),
    tag: 'Websites',
    summary: 'Mute issues of a website, with a reason',
    description:
      'By check, by URL or both. `pattern` is the URL that issues are listed under, with `*` for any characters; one ' +
      'that begins with `/` is of the website. Muted issues leave the report and its sums, and are listed as muted.',
    alsoFails: ['conflict'],
    exampleBody: { checkId: 'title-too-long', pattern: '/archive/*', reason: 'The archive stays as it is' },
  },
  removeMute: {
    access: 'edit',
    scope: 'crawl',
    method: 'POST',
    path: '/api/websites/:id/unmute',
    body: removeMuteSchema,
    response: websiteSettingsSchema,
    tag: 'Websites',
    summary: 'Remove a mute; its issues return',
    exampleBody: { muteId: 1 },
  },
  suppressedIssues: {
    access: 'view',
    scope: 'read',
    method: 'GET',
    path: '/api/crawl/:id/suppressed',
    response: suppressedListSchema,
    tag: 'Results',
    summary: 'Issues that are muted, or whose check is switched off',
    query: {
      crawl,
      kind: choice({
        about: 'Those that a mute keeps out of the report, or those of checks that are switched off.',
        of: hiddenKinds,
        fallback: 'muted',
      }),
      offset,
      limit: issuesLimit,
    },
  },
} as const satisfies EndpointTable
