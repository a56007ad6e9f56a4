import { createHmac } from 'node:crypto'
import { type Alert, alertLabels, type ChannelFormat } from '#shared/alerts.ts'
import { isoTime } from '#shared/iso-time.ts'
import type { ChannelSecrets } from '#store/store.ts'

/** Messages as webhooks get them. */

/** Raised when a field changes its meaning or goes; new fields do not raise it. */
export const WEBHOOK_SCHEMA_VERSION = 1

export interface WebhookMessage {
  deliveryId: string
  /** Epoch milliseconds. */
  createdMs: number
  alerts: readonly Alert[]
}

/** Limits of the services, with room to spare. */
const MAX_TEXT = 3_500
const MAX_DISCORD_TEXT = 1_900

/** The body that a service understands, as JSON. */
export function webhookBody(format: Exclude<ChannelFormat, 'email'>, message: WebhookMessage): string {
  const lines = message.alerts.map(alertLine)
  const markdown = message.alerts.map(alert => alertLine({ ...alert, message: withoutLinks(alert.message) }))
  const bodies = {
    generic: () => ({
      schemaVersion: WEBHOOK_SCHEMA_VERSION,
      id: message.deliveryId,
      createdAt: isoTime(message.createdMs),
      alerts: message.alerts,
    }),
    slack: () => ({ text: cut(lines.map(escapeSlack).join('\n'), MAX_TEXT) }),
    discord: () => ({ content: cut(markdown.join('\n'), MAX_DISCORD_TEXT), allowed_mentions: { parse: [] } }),
    teams: () => ({
      type: 'message',
      attachments: [
        {
          contentType: 'application/vnd.microsoft.card.adaptive',
          content: {
            $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
            type: 'AdaptiveCard',
            version: '1.4',
            body: [{ type: 'TextBlock', wrap: true, text: cut(markdown.join('\n\n'), MAX_TEXT) }],
          },
        },
      ],
    }),
  }
  return JSON.stringify(bodies[format]())
}

/** One line for a person: website, kind, what happened, the first pages. */
export function alertLine({ website, kind, message, urls, count }: Alert): string {
  const more = count > urls.length && urls.length > 0 ? ' …' : ''
  const pages = urls.length === 0 ? '' : ` (${urls.slice(0, 3).join(' ')}${urls.length > 3 ? ' …' : more})`
  return `${website}: ${alertLabels[kind]}. ${message}${pages}`
}

function escapeSlack(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** A title that a page gives itself could show another text for a link. */
function withoutLinks(text: string): string {
  return text.replaceAll(/[\\[\]]/g, '\\$&')
}

function cut(text: string, max: number): string {
  return text.length <= max ? text : `${text.slice(0, max - 1)}…`
}

/**
 * Headers of a webhook. The signature is HMAC-SHA256 over `<seconds>.<body>`: `t=<seconds>,v1=<hex>`. After a rotation it has a second
 * `v1` by the earlier secret for a day.
 */
export function webhookHeaders(
  { deliveryId, body, secrets }: { deliveryId: string; body: string; secrets: ChannelSecrets },
  nowMs: number,
): Record<string, string> {
  const seconds = Math.floor(nowMs / 1_000)
  const valid = [
    secrets.secret,
    ...(secrets.earlier && secrets.earlier.untilMs > nowMs ? [secrets.earlier.secret] : []),
  ]
  const signatures = valid.map(
    secret => `v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`,
  )
  return {
    'content-type': 'application/json; charset=utf-8',
    'x-sitesounder-delivery': deliveryId,
    'x-sitesounder-signature': [`t=${seconds}`, ...signatures].join(','),
  }
}
