import type { IssueSettings, Mute } from '#shared/issue-settings.ts'
import type { Severity } from '#shared/model.ts'
import type { ThresholdSetting } from '#shared/thresholds.ts'

/**
 * What is decided about the issues of a website. The caller has checked the owner. A change holds for every crawl from then on;
 * `apply` brings the newest one that has ended into line.
 */
export interface SettingsStore {
  /** Nothing for a website that is gone. */
  read(websiteId: number): Promise<IssueSettings>
  /** Adds none to a website that has MAX_MUTES_PER_WEBSITE, or that is gone. */
  addMute(mute: NewMute): Promise<{ ok: true; mute: Mute } | { ok: false; reason: 'full' | 'gone' }>
  /** The mute that went; null when the website has no such mute. */
  removeMute(websiteId: number, muteId: number): Promise<Mute | null>
  /** Replaces what was set; a check that is neither off nor of another severity is as it comes. False when the website is gone. */
  setCheck(setting: { websiteId: number; checkId: string; isOff: boolean; severity: Severity | null }): Promise<boolean>
  /** Numbers that its checks judge by and that differ from how the checks come, by check and name. */
  thresholds(websiteId: number): Promise<ThresholdSetting[]>
  /**
   * Replaces those of one check, where `decide` agrees to what is set of the whole website then. Crawls take them along when they are
   * begun. False when the website is gone.
   */
  setThresholds(change: ThresholdChange): Promise<boolean>
  /**
   * Brings the newest crawl of the website that has ended into line with the settings, in short transactions between which others
   * read and write. What a process that died left undone is finished by `sweep`.
   */
  apply(websiteId: number, nowMs: number): Promise<void>
}

export interface ThresholdChange {
  websiteId: number
  checkId: string
  values: readonly { name: string; value: number }[]
  /** Throws what the caller is to be told. */
  decide(all: readonly ThresholdSetting[]): void
}

export interface NewMute {
  websiteId: number
  checkId: string | null
  pattern: string | null
  reason: string
  nowMs: number
}
