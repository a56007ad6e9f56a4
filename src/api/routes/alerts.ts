import { randomUUID } from 'node:crypto'
import { codeMailLimits, tooManyAttempts } from '#accounts/attempt-limits.ts'
import { codeMail } from '#monitoring/mail.ts'
import { type Alert, alertSettingsSchema, MAX_CHANNELS, type NewChannel } from '#shared/alerts.ts'
import type { AlertChannel } from '#shared/api/alerts.ts'
import { endpoints } from '#shared/api/endpoints.ts'
import { AppError } from '#shared/errors.ts'
import { isoTime } from '#shared/iso-time.ts'
import type { ChannelRow, DeliveryRow } from '#store/store.ts'
import type { Routes, UserCall } from '../call.ts'
import { pathNumber, websiteNotFound } from '../own-crawl.ts'
import type { RouteDeps } from './route-deps.ts'
import { refuseUnmonitored } from './schedules.ts'

type AlertRoutes = Pick<
  Routes<typeof endpoints>,
  | 'websiteAlerts'
  | 'setAlerts'
  | 'listChannels'
  | 'addChannel'
  | 'confirmChannel'
  | 'rotateSecret'
  | 'testChannel'
  | 'deleteChannel'
  | 'channelDeliveries'
  | 'resendDelivery'
>

const SECRET_BYTES = 32
const CODE_DIGITS = 6
/** A code that is guessed needs a million. */
const MAX_TRIES = 5
const ROTATION_MS = 86_400_000
const LISTED_DELIVERIES = 50
/** Of a channel, beyond which none is added on request: alerts of others would wait for them. */
const MAX_WAITING = 20

/** What is reported of the websites of a user, and where it goes. */
export function alertRoutes(deps: RouteDeps): AlertRoutes {
  const { store, now, randomBytes } = deps
  const { alerts, channels } = store
  const newSecret = () => Buffer.from(randomBytes(SECRET_BYTES)).toString('hex')
  const ownChannel = async ({ pathId, session }: UserCall): Promise<ChannelRow> => {
    const channelId = pathNumber(pathId, { of: 'channel', missing: channelNotFound })
    const channel = await channels.find(channelId, session.account.ownerId)
    if (!channel) throw channelNotFound()
    return channel
  }
  const refuseFull = async ({ id }: ChannelRow): Promise<void> => {
    if ((await alerts.countWaiting(id)) < MAX_WAITING) return
    throw new AppError('too-many', `${MAX_WAITING} messages of the channel are waiting to be sent. Please wait.`)
  }
  return {
    websiteAlerts: async ({ website }) => ({ settings: await alerts.settings(website.id) }),

    setAlerts: async call => {
      const settings = await call.readBody(alertSettingsSchema)
      refuseUnmonitored(call)
      refuseUnknownZone(settings.timeZone)
      const own = (await channels.list(call.ownerId)).map(({ id }) => id)
      if (settings.channelIds.some(each => !own.includes(each))) throw channelNotFound()
      if (!(await alerts.saveSettings(call.website.id, settings))) throw websiteNotFound()
      return { settings }
    },

    listChannels: async ({ session }) => ({
      channels: (await channels.list(session.account.ownerId)).map(channelResponse),
      canSendMail: deps.sendMail !== null,
    }),

    addChannel: async ({ session, readBody }) => {
      const given = await readBody(endpoints.addChannel.body)
      const isMail = given.format === 'email'
      const target = isMail ? mailAddress(given) : await webhookUrl(given, deps)
      if (isMail) await countCodeMail({ ownerId: session.account.ownerId, to: target }, deps)
      const code = isMail ? newCode(randomBytes) : null
      const secret = newSecret()
      const added = await channels.add({
        ownerId: session.account.ownerId,
        name: given.name,
        format: given.format,
        secrets: { target, secret, ...(code !== null && { code }) },
        isConfirmed: !isMail,
        nowMs: now(),
        max: MAX_CHANNELS,
      })
      if (!added) throw new AppError('conflict', `You have ${MAX_CHANNELS} channels. Delete one first.`)
      if (code !== null) await sendCode({ channelId: added.id, to: target, code }, deps)
      return { channel: channelResponse(added), secret: isMail ? null : secret }
    },

    confirmChannel: async call => {
      const { code } = await call.readBody(endpoints.confirmChannel.body)
      const channel = await ownChannel(call)
      if (channel.isConfirmed) return channelResponse(channel)
      if (!(await channels.countTry(channel.id, MAX_TRIES)))
        throw new AppError('too-many', 'Too many codes were wrong. Delete the channel and add it again.')
      if (code !== channel.secrets.code) throw new AppError('bad-request', 'The code is wrong')
      await channels.confirm(channel.id)
      return channelResponse({ ...channel, isConfirmed: true })
    },

    rotateSecret: async call => {
      const channel = await ownChannel(call)
      const { target, secret: before } = channel.secrets
      if (channel.format === 'email') return { channel: channelResponse(channel), secret: null }
      const secret = newSecret()
      const earlier = { secret: before, untilMs: now() + ROTATION_MS }
      await channels.setSecrets(channel.id, { target, secret, earlier })
      return { channel: channelResponse(channel), secret }
    },

    testChannel: async call => {
      const channel = await ownChannel(call)
      if (!channel.isConfirmed) throw new AppError('conflict', 'Enter the code that was sent by e-mail first')
      const deliveryId = randomUUID()
      await refuseFull(channel)
      const delivery = { deliveryId, channelId: channel.id, alerts: [testAlert(now())], dueMs: now(), isDigest: false }
      await alerts.add(delivery, now())
      return { message: 'A test alert is being sent' }
    },

    deleteChannel: async call => {
      await channels.remove((await ownChannel(call)).id)
      return { message: 'The channel has been deleted' }
    },

    channelDeliveries: async call => {
      const { id } = await ownChannel(call)
      return (await alerts.deliveries(id, LISTED_DELIVERIES)).map(deliveryResponse)
    },

    resendDelivery: async call => {
      const { deliveryId } = await call.readBody(endpoints.resendDelivery.body)
      const channel = await ownChannel(call)
      await refuseFull(channel)
      const channelId = channel.id
      if (!(await alerts.resend({ id: deliveryId, channelId, nowMs: now() })))
        throw new AppError('not-found', 'There is no such message')
      return { message: 'The message is being sent again' }
    },
  }
}

function channelNotFound(): AppError {
  return new AppError('not-found', 'There is no such channel')
}

function refuseUnknownZone(timeZone: string): void {
  try {
    Intl.DateTimeFormat('en', { timeZone })
  } catch (cause) {
    throw new AppError('bad-request', `There is no time zone “${timeZone}”. Enter one such as Europe/Berlin.`, {
      cause,
    })
  }
}

async function webhookUrl({ target }: NewChannel, { control }: Pick<RouteDeps, 'control'>): Promise<string> {
  const url = URL.parse(target)
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '')
    throw new AppError('bad-request', 'Enter an http or https URL')
  const check = await control.checkTarget(url.href)
  if (!check.ok) throw new AppError('bad-request', check.message)
  return url.href
}

/** What a mail server is sent as the recipient: one e-mail address, and nothing that could be a header or a second one. */
function mailAddress({ target }: NewChannel): string {
  if (!/^[^\s@,;<>"()[\]\\:]{1,64}@[a-z0-9.-]{1,253}$/i.test(target))
    throw new AppError('bad-request', 'Enter an e-mail address')
  return target
}

function newCode(randomBytes: RouteDeps['randomBytes']): string {
  const number = Buffer.from(randomBytes(6)).readUIntBE(0, 6) % 10 ** CODE_DIGITS
  return String(number).padStart(CODE_DIGITS, '0')
}

/** A user can have the mail sent to someone else: few are sent, also where the channel is deleted each time. @throws AppError 429. */
async function countCodeMail(
  { ownerId, to }: { ownerId: number; to: string },
  { store, now }: Pick<RouteDeps, 'store' | 'now'>,
): Promise<void> {
  const taken = await store.attempts.take(codeMailLimits({ ownerId, to }), now())
  if (!taken.ok) throw tooManyAttempts(taken.retryAtMs - now())
}

/** Without the code no alert can be sent: where it cannot be, the channel is not added. */
async function sendCode(
  { channelId, to, code }: { channelId: number; to: string; code: string },
  { sendMail, store }: Pick<RouteDeps, 'sendMail' | 'store'>,
): Promise<void> {
  try {
    if (sendMail === null) throw new AppError('unavailable', 'The operator of this server has set no mail server')
    await sendMail(codeMail({ to, code }))
  } catch (cause) {
    await store.channels.remove(channelId)
    if (cause instanceof AppError) throw cause
    throw new AppError('unavailable', 'The mail server did not take the mail', { cause })
  }
}

function channelResponse({ id, name, format, secrets, isConfirmed }: ChannelRow): AlertChannel {
  return { id, name, format, isConfirmed, target: format === 'email' ? secrets.target : new URL(secrets.target).host }
}

function deliveryResponse({
  id,
  deliveryId,
  alerts,
  state,
  attempts,
  createdMs,
  dueMs,
  status,
  response,
}: DeliveryRow) {
  const nextAttemptAt = state === 'waiting' ? isoTime(dueMs) : null
  return { id, deliveryId, alerts, state, attempts, createdAt: isoTime(createdMs), nextAttemptAt, status, response }
}

function testAlert(nowMs: number): Alert {
  return {
    kind: 'new-error',
    websiteId: 0,
    website: 'https://example.com/',
    crawlId: 0,
    message: 'This is a test: no website got worse',
    urls: ['https://example.com/page'],
    count: 1,
    at: isoTime(nowMs),
  }
}
