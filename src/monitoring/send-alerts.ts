import type { PostResult } from '#fetch/guarded-post.ts'
import { isSuccess } from '#shared/http-status.ts'
import type { ClaimedDelivery, Store } from '#store/store.ts'
import { forEach } from './for-each.ts'
import { alertMail, type SendMail } from './mail.ts'
import { webhookBody, webhookHeaders } from './webhook.ts'

export interface SendDeps {
  store: Pick<Store, 'alerts'>
  now: () => number
  post(message: { url: string; headers: Readonly<Record<string, string>>; body: string }): Promise<PostResult>
  /** null where the operator has set no mail server. */
  sendMail: SendMail | null
}

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
/** A sender that dies holds a message no longer. */
const LEASE_MS = 2 * MINUTE_MS
/** Messages sent side by side. */
const MESSAGES_AT_ONCE = 20
const MAX_PAUSE_MS = 4 * 60 * MINUTE_MS
/** The last is a day after the first. */
const MAX_ATTEMPTS = 11
const MAX_RESPONSE = 500
/** How long sent messages are listed. */
const KEPT_MS = 30 * DAY_MS
const FORGOTTEN_AT_ONCE = 500

/**
 * Sends the messages that are due, each at least once. One that is not taken is tried again, ever later, for a day. They are sent side by
 * side: a receiver that does not respond holds up no other.
 */
export async function sendAlerts(deps: SendDeps): Promise<void> {
  const { alerts } = deps.store
  await alerts.forget(deps.now() - KEPT_MS, FORGOTTEN_AT_ONCE)
  const claimed: ClaimedDelivery[] = []
  while (claimed.length < MESSAGES_AT_ONCE) {
    const delivery = await alerts.claimDue(deps.now(), LEASE_MS)
    if (delivery === null) break
    claimed.push(delivery)
  }
  await forEach(claimed, delivery => sendOne(delivery, deps))
}

async function sendOne(delivery: ClaimedDelivery, deps: SendDeps): Promise<void> {
  const result = await attempt(delivery, deps)
  const nowMs = deps.now()
  const state = result.isTaken ? 'delivered' : delivery.attempts >= MAX_ATTEMPTS ? 'failed' : 'waiting'
  await deps.store.alerts.finish(delivery, {
    state,
    dueMs: nowMs + pauseAfter(delivery.attempts),
    status: result.status,
    response: result.response.slice(0, MAX_RESPONSE),
    nowMs,
  })
}

/** One minute, then four times as long each time, four hours at most. */
export function pauseAfter(attempts: number): number {
  return Math.min(MINUTE_MS * 4 ** (attempts - 1), MAX_PAUSE_MS)
}

interface Attempt {
  isTaken: boolean
  status: number | null
  response: string
}

async function attempt(delivery: ClaimedDelivery, { now, post, sendMail }: SendDeps): Promise<Attempt> {
  const { channel, deliveryId, alerts, createdMs } = delivery
  const { format, secrets } = channel
  if (format === 'email') {
    if (sendMail === null) return { isTaken: false, status: null, response: 'This server has no mail server.' }
    try {
      const response = await sendMail(alertMail({ to: secrets.target, deliveryId, alerts }))
      return { isTaken: true, status: null, response }
    } catch (error) {
      return { isTaken: false, status: null, response: error instanceof Error ? error.message : 'It was not sent.' }
    }
  }
  const body = webhookBody(format, { deliveryId, createdMs, alerts })
  const headers = webhookHeaders({ deliveryId, body, secrets }, now())
  const result = await post({ url: secrets.target, headers, body })
  if (!result.ok) return { isTaken: false, status: null, response: result.message }
  return { isTaken: isSuccess(result.status), status: result.status, response: result.text }
}
