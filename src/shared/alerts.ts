import * as z from 'zod/mini'

/** What is reported of a website that got worse, and to where. */

export const alertKinds = [
  'crawl-failed',
  'new-error',
  'score-drop',
  'page-gone',
  'noindex',
  'robots-changed',
  'sitemap-changed',
  'certificate',
  'slow',
  'check-failed',
  'redirect-changed',
  'title-changed',
] as const
export type AlertKind = (typeof alertKinds)[number]

export const alertLabels: Record<AlertKind, string> = {
  'crawl-failed': 'The crawl failed',
  'new-error': 'New errors',
  'score-drop': 'The health score dropped',
  'page-gone': 'Pages are gone',
  noindex: 'Pages became noindex',
  'robots-changed': 'robots.txt changed',
  'sitemap-changed': 'A sitemap changed',
  certificate: 'The certificate has a problem or ends soon',
  slow: 'Pages respond slowly',
  'check-failed': 'A checked URL does not respond as it should',
  'redirect-changed': 'A checked URL leads elsewhere',
  'title-changed': 'The title of a checked URL changed',
}

export const MAX_CHANNELS = 10
const MAX_CHANNEL_NAME = 100
const MAX_TARGET_LENGTH = 2_000
/** URLs that an alert names; it has the number of all. */
export const MAX_ALERT_URLS = 10

const clock = (message: string) => z.string(message).check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, message))
const QUIET_INVALID = 'Quiet hours begin and end at times such as 22:00'

export const alertSettingsSchema = z.object({
  /** What is reported; none: nothing is. By default all that is worse, which another title need not be. */
  kinds: z._default(
    z.array(z.enum(alertKinds)).check(z.maxLength(alertKinds.length)),
    alertKinds.filter(kind => kind !== 'title-changed'),
  ),
  /** Ids of the channels that get the alerts. */
  channelIds: z._default(z.array(z.int()).check(z.maxLength(MAX_CHANNELS)), []),
  /** Points that the health score has to lose to be reported. */
  scoreDrop: z._default(z.int().check(z.minimum(1), z.maximum(100)), 5),
  delivery: z._default(z.enum(['at-once', 'daily']), 'at-once'),
  /** Of the daily digest. */
  digestTime: z._default(clock('Enter a time such as 08:00'), '08:00'),
  /** Nothing is sent from `quietFrom` until `quietUntil`; null: there are no quiet hours. */
  quietFrom: z._default(z.nullable(clock(QUIET_INVALID)), null),
  quietUntil: z._default(z.nullable(clock(QUIET_INVALID)), null),
  timeZone: z._default(z.string().check(z.trim(), z.minLength(1), z.maxLength(64)), 'UTC'),
})
export type AlertSettings = z.output<typeof alertSettingsSchema>

export const alertSchema = z.object({
  kind: z.enum(alertKinds),
  websiteId: z.int(),
  website: z.string(),
  /** null for what was found between crawls. */
  crawlId: z.nullable(z.int()),
  /** One sentence, such as "2 new errors: Broken internal link". */
  message: z.string(),
  /** Some of the pages. */
  urls: z.array(z.string()),
  /** How many findings or pages. */
  count: z.int(),
  at: z.string(),
})
export type Alert = z.infer<typeof alertSchema>

export const channelFormats = ['generic', 'slack', 'teams', 'discord', 'email'] as const
export type ChannelFormat = (typeof channelFormats)[number]

export const channelFormatLabels: Record<ChannelFormat, string> = {
  generic: 'Webhook (JSON)',
  slack: 'Slack',
  teams: 'Microsoft Teams',
  discord: 'Discord',
  email: 'E-mail',
}

export const newChannelSchema = z.object({
  name: z
    .string('Enter a name')
    .check(z.trim(), z.minLength(1, 'Enter a name'), z.maxLength(MAX_CHANNEL_NAME, 'The name is too long')),
  format: z.enum(channelFormats, 'Choose what the channel is'),
  /** URL of a webhook, or an e-mail address. */
  target: z
    .string('Enter where alerts go')
    .check(z.trim(), z.minLength(1, 'Enter where alerts go'), z.maxLength(MAX_TARGET_LENGTH, 'It is too long')),
})
export type NewChannel = z.output<typeof newChannelSchema>

export const deliveryStates = ['waiting', 'delivered', 'failed'] as const
export type DeliveryState = (typeof deliveryStates)[number]
