import * as z from 'zod/mini'
import { alertSchema, alertSettingsSchema, channelFormats, deliveryStates, newChannelSchema } from '../alerts.ts'
import type { EndpointTable } from './contract.ts'
import { id, messageSchema, timestamp } from './values.ts'

const channelSchema = z.object({
  id,
  name: z.string(),
  format: z.enum(channelFormats),
  /** The host of a webhook, as its path is a secret; the e-mail address. */
  target: z.string(),
  /** An e-mail address gets no alert before its code was entered. */
  isConfirmed: z.boolean(),
})
export type AlertChannel = z.infer<typeof channelSchema>

const deliverySchema = z.object({
  id,
  /** The same in every attempt: `X-Sitesounder-Delivery`. */
  deliveryId: z.string(),
  alerts: z.array(alertSchema),
  state: z.enum(deliveryStates),
  attempts: z.number(),
  createdAt: timestamp,
  /** Of the next attempt; null for one that was sent or given up. */
  nextAttemptAt: z.nullable(timestamp),
  /** Status code of the last response; null without one. */
  status: z.nullable(z.number()),
  /** The beginning of the last response, or why there was none. */
  response: z.string(),
})

const websiteAlertsSchema = z.object({
  /** null where nothing was set for the website: nothing is reported. */
  settings: z.nullable(alertSettingsSchema),
})

const MAX_CODE_LENGTH = 10

export const alertEndpoints = {
  websiteAlerts: {
    access: 'own',
    scope: 'read',
    method: 'GET',
    path: '/api/websites/:id/alerts',
    response: websiteAlertsSchema,
    tag: 'Monitoring',
    summary: 'What is reported when the website gets worse',
  },
  setAlerts: {
    access: 'own',
    scope: 'crawl',
    method: 'POST',
    path: '/api/websites/:id/alerts',
    body: alertSettingsSchema,
    response: websiteAlertsSchema,
    tag: 'Monitoring',
    summary: 'Choose what is reported when the website gets worse, where, and when',
    description:
      'For signed-in users only. Each crawl of the website that ends is compared with the one before. The same thing is reported once, until it changes. ' +
      '`channelIds` name channels of the user. With `delivery` `daily`, all alerts of a day are one message.',
    alsoFails: ['unauthorized'],
    exampleBody: { kinds: ['new-error', 'page-gone'], channelIds: [], delivery: 'daily', timeZone: 'Europe/Berlin' },
  },
  listChannels: {
    access: 'user',
    scope: 'none',
    method: 'GET',
    path: '/api/alert-channels',
    response: z.object({ channels: z.array(channelSchema), canSendMail: z.boolean() }),
    tag: 'Monitoring',
    summary: 'Where your alerts can go',
  },
  /** The response is one of two that ever hold the secret. */
  addChannel: {
    access: 'user',
    scope: 'none',
    method: 'POST',
    path: '/api/alert-channels',
    body: newChannelSchema,
    response: z.object({ channel: channelSchema, secret: z.nullable(z.string()) }),
    tag: 'Monitoring',
    summary: 'Add a webhook or an e-mail address',
    description:
      '`secret` signs the messages of a webhook: `X-Sitesounder-Signature: t=<seconds>,v1=<HMAC-SHA256 of "<seconds>.<body>" in hex>`. It is shown in this response ' +
      'and after a rotation only. An e-mail address gets a code that has to be entered.',
    alsoFails: ['conflict', 'too-many', 'unavailable'],
    exampleBody: { name: 'Team', format: 'generic', target: 'https://hooks.example.com/sitesounder' },
  },
  confirmChannel: {
    access: 'user',
    scope: 'none',
    method: 'POST',
    path: '/api/alert-channels/:id/confirm',
    body: z.object({
      code: z.string('Enter the code').check(z.trim(), z.maxLength(MAX_CODE_LENGTH, 'It is too long')),
    }),
    response: channelSchema,
    tag: 'Monitoring',
    summary: 'Enter the code that an e-mail address got',
    alsoFails: ['not-found', 'too-many'],
    exampleBody: { code: '123456' },
  },
  rotateSecret: {
    access: 'user',
    scope: 'none',
    method: 'POST',
    path: '/api/alert-channels/:id/rotate',
    response: z.object({ channel: channelSchema, secret: z.nullable(z.string()) }),
    tag: 'Monitoring',
    summary: 'Make a new secret for a webhook; the old one signs for a day as well',
    alsoFails: ['not-found'],
  },
  testChannel: {
    access: 'user',
    scope: 'none',
    method: 'POST',
    path: '/api/alert-channels/:id/test',
    response: messageSchema,
    tag: 'Monitoring',
    summary: 'Send a test alert',
    alsoFails: ['not-found', 'conflict', 'too-many'],
  },
  deleteChannel: {
    access: 'user',
    scope: 'none',
    method: 'POST',
    path: '/api/alert-channels/:id/delete',
    response: messageSchema,
    tag: 'Monitoring',
    summary: 'Delete a channel with its messages',
    alsoFails: ['not-found'],
  },
  channelDeliveries: {
    access: 'user',
    scope: 'none',
    method: 'GET',
    path: '/api/alert-channels/:id/deliveries',
    response: z.array(deliverySchema),
    tag: 'Monitoring',
    summary: 'The last messages of a channel, newest first, with the responses',
    alsoFails: ['not-found'],
  },
  resendDelivery: {
    access: 'user',
    scope: 'none',
    method: 'POST',
    path: '/api/alert-channels/:id/resend',
    body: z.object({ deliveryId: id }),
    response: messageSchema,
    tag: 'Monitoring',
    summary: 'Send a message again, with the same delivery id',
    alsoFails: ['not-found', 'too-many'],
    exampleBody: { deliveryId: 1 },
  },
} as const satisfies EndpointTable
