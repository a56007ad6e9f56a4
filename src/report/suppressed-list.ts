import type { SuppressedResponse, WebsiteSettingsResponse } from '#shared/api/website-settings.ts'
import { isoTime } from '#shared/iso-time.ts'
import { type IssueSettings, suppressedReasons } from '#shared/issue-settings.ts'
import type { ThresholdSetting } from '#shared/thresholds.ts'
import type { CrawlRow, SuppressedIssueRow } from '#store/store.ts'
import { issueAdvice } from './issue-list.ts'

/** An issue that the settings of its website keep out of the report. */
export function suppressedResponse(row: SuppressedIssueRow, crawl: Pick<CrawlRow, 'ownChecks'>): SuppressedResponse {
  const { id, checkId, type, severity, message, pageUrl, cause } = row
  const muted = cause.kind === 'muted' ? cause : null
  return {
    id,
    checkId,
    title: issueAdvice(row, crawl).title,
    type,
    severity,
    message,
    pageUrl,
    kind: muted ? 'muted' : 'switched-off',
    reason: muted?.reason ?? '',
    muteId: muted?.muteId ?? null,
  }
}

export function settingsResponse(
  { mutes, checks }: IssueSettings,
  thresholds: readonly ThresholdSetting[],
): WebsiteSettingsResponse {
  return {
    mutes: mutes.map(({ createdMs, ...mute }) => ({ ...mute, createdAt: isoTime(createdMs) })),
    checks: checks.map(check => ({ ...check })),
    thresholds: thresholds.map(threshold => ({ ...threshold })),
  }
}

/** Why an issue is kept out of the report, as the user who muted it wrote it. */
export function mutedReason({ cause }: Pick<SuppressedIssueRow, 'cause'>): string {
  return cause.kind === 'muted' ? cause.reason : suppressedReasons[cause.kind]
}
