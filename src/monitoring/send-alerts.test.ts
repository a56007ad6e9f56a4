import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { describe, it } from 'node:test'
import { SMTPServer } from 'smtp-server'
import { createGuardedPost } from '#fetch/guarded-post.ts'
import { serveHttp } from '#fetch/test-server.ts'
import { openMail } from '#runtime/mail.ts'
import type { Alert, ChannelFormat } from '#shared/alerts.ts'
import { addTestAccount } from '#store/contract/test-account.ts'
import type { Store } from '#store/store.ts'
import { testLimits } from '../../test/support/settings.ts'
import { openTestStore } from '../../test/support/storage.ts'
import { pauseAfter, type SendDeps, sendAlerts } from './send-alerts.ts'
import { alertLine, webhookBody, webhookHeaders } from './webhook.ts'

const alert: Alert = {
  kind: 'new-error',
  websiteId: 1,
  website: 'https://a.test/',
  crawlId: 2,
  message: '1 new error: <b>Missing title</b> & more',
  urls: ['https://a.test/page'],
  count: 1,
  at: '2026-01-01T00:00:00.000Z',
}
const message = { deliveryId: 'id-1', createdMs: Date.UTC(2026, 0, 1), alerts: [alert] }

interface Sending {
  store: Store
  deps: SendDeps
  clock: { nowMs: number }
  channelId: number
}

async function openSending(store: Store, given: { format: ChannelFormat; target: string; deps?: Partial<SendDeps> }) {
  const clock = { nowMs: message.createdMs }
  const { ownerId } = await addTestAccount(store)
  const secrets = { target: given.target, secret: 'secret' }
  const channel = await store.channels.add({
    ownerId,
    name: 'Team',
    format: given.format,
    secrets,
    isConfirmed: true,
    nowMs: clock.nowMs,
    max: 1,
  })
  const channelId = channel?.id ?? 0
  await store.alerts.add({ ...message, channelId, dueMs: clock.nowMs, isDigest: false }, clock.nowMs)
  const post: SendDeps['post'] = async () => ({ ok: false, message: 'No response.' })
  const deps: SendDeps = { store, now: () => clock.nowMs, post, sendMail: null, ...given.deps }
  return { store, deps, clock, channelId } satisfies Sending
}

/** Sends until nothing waits any more. */
async function sendAll({ store, deps, clock, channelId }: Sending): Promise<void> {
  for (let rounds = 0; rounds < 50; rounds++) {
    await sendAlerts(deps)
    const [delivery] = await store.alerts.deliveries(channelId, 1)
    if (delivery?.state !== 'waiting') return
    clock.nowMs = delivery.dueMs
  }
}

async function stateOf({ store, channelId }: Sending) {
  const [delivery] = await store.alerts.deliveries(channelId, 1)
  return [delivery?.state, delivery?.attempts, delivery?.status, delivery?.response]
}

describe('messages of alerts', () => {
  it('are posted with a signature and their delivery id, and the response is kept', async () => {
    const received: { request: IncomingMessage; body: string }[] = []
    const statuses = [500, 302, 200]
    const listener = async (request: IncomingMessage, response: ServerResponse) => {
      received.push({ request, body: await text(request) })
      response.writeHead(statuses.shift() ?? 200, { location: '/elsewhere' }).end('Thanks')
    }
    await using server = await serveHttp((request, response) => void listener(request, response))
    await using store = await openTestStore()
    await using posts = createGuardedPost({ limits: testLimits, policy: { targets: 'any', allow: [] } })
    const target = `${server.origin}/hook?key=1`
    const sending = await openSending(store, { format: 'generic', target, deps: { post: posts.post } })
    await sendAll(sending)
    assert.deepEqual(await stateOf(sending), ['delivered', 3, 200, 'Thanks'])
    assert.deepEqual(
      received.map(({ request }) => [request.method, request.url, request.headers['x-sitesounder-delivery']]),
      Array.from({ length: 3 }, () => ['POST', '/hook?key=1', 'id-1']),
    )
    const [{ request, body } = { request: null, body: '' }] = received
    const [, seconds = '', signature] =
      /^t=(\d+),v1=(\w+)$/.exec(String(request?.headers['x-sitesounder-signature'])) ?? []
    assert.equal(signature, createHmac('sha256', 'secret').update(`${seconds}.${body}`).digest('hex'))
    assert.deepEqual(JSON.parse(body), {
      schemaVersion: 1,
      id: 'id-1',
      createdAt: '2026-01-01T00:00:00.000Z',
      alerts: [alert],
    })
  })

  it('reach no private address where the server is public', async () => {
    let requests = 0
    await using server = await serveHttp((_, response) => {
      requests++
      response.end()
    })
    await using posts = createGuardedPost({ limits: testLimits, policy: { targets: 'public', allow: [] } })
    const result = await posts.post({ url: server.origin, headers: {}, body: '{}' })
    assert.deepEqual([result.ok, requests], [false, 0])
  })

  it('are tried for a day, ever later, then given up; and again on request', async () => {
    await using store = await openTestStore()
    const sending = await openSending(store, { format: 'slack', target: 'https://hooks.test/' })
    await sendAll(sending)
    assert.deepEqual(await stateOf(sending), ['failed', 11, null, 'No response.'])
    const hours =
      Array.from({ length: 10 }, (_, index) => pauseAfter(index + 1)).reduce((sum, ms) => sum + ms) / 3_600_000
    assert.ok(hours >= 24 && hours < 26, `${hours} hours`)
    const [{ id } = { id: 0 }] = await store.alerts.deliveries(sending.channelId, 1)
    assert.equal(await store.alerts.resend({ id, channelId: sending.channelId + 1, nowMs: sending.clock.nowMs }), false)
    assert.equal(await store.alerts.resend({ id, channelId: sending.channelId, nowMs: sending.clock.nowMs }), true)
    assert.deepEqual((await stateOf(sending)).slice(0, 2), ['waiting', 0])
  })

  it('are sent side by side: one whose receiver does not respond delays no other', async () => {
    await using store = await openTestStore()
    const silent = Promise.withResolvers<void>()
    const sent: string[] = []
    const post: SendDeps['post'] = async ({ body }) => {
      if (body.includes('id-1')) await silent.promise
      sent.push(body.includes('id-1') ? 'id-1' : 'id-2')
      if (sent.length === 1) silent.resolve()
      return { ok: true, status: 200, text: '' }
    }
    const given = { format: 'generic', target: 'https://hooks.test/', deps: { post } } as const
    const { deps, clock, channelId } = await openSending(store, given)
    const second = { ...message, deliveryId: 'id-2', channelId, dueMs: clock.nowMs, isDigest: false }
    await store.alerts.add(second, clock.nowMs)
    await sendAlerts(deps)
    assert.deepEqual(sent, ['id-2', 'id-1'])
  })

  it('are sent by one of two processes, and again when it dies', async () => {
    await using store = await openTestStore()
    const { clock } = await openSending(store, { format: 'slack', target: 'https://hooks.test/' })
    const claims = await Promise.all([
      store.alerts.claimDue(clock.nowMs, 1_000),
      store.alerts.claimDue(clock.nowMs, 1_000),
    ])
    assert.equal(claims.filter(claim => claim !== null).length, 1)
    assert.equal((await store.alerts.claimDue(clock.nowMs + 1_000, 1_000))?.deliveryId, 'id-1')
  })

  it('reach an SMTP server as plain text and HTML', async () => {
    const mails: { to: string[]; source: string }[] = []
    const smtp = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS', 'AUTH'],
      onData: (stream, session, done) =>
        void text(stream).then(source => {
          mails.push({ to: session.envelope.rcptTo.map(({ address }) => address), source })
          done()
        }),
    })
    const server = smtp.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    try {
      await using store = await openTestStore()
      const sendMail = openMail({ smtpUrl: `smtp://127.0.0.1:${port}`, mailFrom: 'sitesounder@a.test' }, () => {})
      const sending = await openSending(store, { format: 'email', target: 'ann@a.test', deps: { sendMail } })
      await sendAll(sending)
      assert.deepEqual((await stateOf(sending)).slice(0, 2), ['delivered', 1])
      const [mail] = mails
      assert.deepEqual(mail?.to, ['ann@a.test'])
      for (const part of [
        /^Subject: New errors: https:\/\/a.test\/\r$/m,
        /^From: sitesounder@a.test\r$/m,
        /^X-Sitesounder-Delivery: id-1\r$/m,
        /^Content-Type: text\/plain/m,
        /^Content-Type: text\/html/m,
        /&lt;b&gt;Missing title/,
        /width=3Ddevice-width|width=device-width/,
      ])
        assert.match(mail?.source ?? '', part)
    } finally {
      await new Promise<void>(resolve => smtp.close(() => resolve()))
    }
  })
})

describe('a mail that is not sent', () => {
  it('has a reason that says nothing of the mail server, which the operator gets', async () => {
    await using store = await openTestStore()
    await using closed = await serveHttp(() => {})
    const { port } = new URL(closed.origin)
    await closed[Symbol.asyncDispose]()
    const logged: unknown[] = []
    const settings = { smtpUrl: `smtp://127.0.0.1:${port}`, mailFrom: 'sitesounder@a.test' }
    const sendMail = openMail(settings, (event, details) => logged.push([event, details]))
    const sending = await openSending(store, { format: 'email', target: 'ann@a.test', deps: { sendMail } })
    await sendAlerts(sending.deps)
    assert.deepEqual(await stateOf(sending), ['waiting', 1, null, 'The mail server does not take mails at the moment.'])
    assert.match(JSON.stringify(logged), /a mail was not sent.*ECONNREFUSED 127\.0\.0\.1/)
  })
})

const text1 = 'https://a.test/: New errors. 1 new error: <b>Missing title</b> & more (https://a.test/page)'
const bodies: [Exclude<ChannelFormat, 'email' | 'generic'>, unknown][] = [
  ['slack', { text: text1.replace('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;') }],
  ['discord', { content: text1, allowed_mentions: { parse: [] } }],
  [
    'teams',
    {
      type: 'message',
      attachments: [
        {
          contentType: 'application/vnd.microsoft.card.adaptive',
          content: {
            $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
            type: 'AdaptiveCard',
            version: '1.4',
            body: [{ type: 'TextBlock', wrap: true, text: text1 }],
          },
        },
      ],
    },
  ],
]

describe('webhooks', () => {
  for (const [format, expected] of bodies)
    it(`have a body that ${format} understands`, () =>
      assert.deepEqual(JSON.parse(webhookBody(format, message)), expected))

  for (const format of ['discord', 'teams'] as const)
    it(`have no links of page titles for ${format}`, () => {
      const titled = { ...alert, message: 'The title is “[Pay](https://b.test/)”' }
      const body = webhookBody(format, { ...message, alerts: [titled] })
      assert.match(body, /“\\\\\[Pay\\\\\]\(/)
    })

  it('are signed by the earlier secret as well for a while', () => {
    const secrets = { target: '', secret: 'new', earlier: { secret: 'old', untilMs: 2_000 } }
    const signaturesAt = (nowMs: number) =>
      webhookHeaders({ deliveryId: 'x', body: '{}', secrets }, nowMs)['x-sitesounder-signature']?.split(',').length
    assert.deepEqual([signaturesAt(1_999), signaturesAt(2_000)], [3, 2])
  })
})

describe('alertLine()', () => {
  const lines: [urls: string[], count: number, pages: string][] = [
    [[], 5, ''],
    [['a'], 1, ' (a)'],
    [['a'], 2, ' (a …)'],
    [['a', 'b', 'c'], 3, ' (a b c)'],
    [['a', 'b', 'c'], 4, ' (a b c …)'],
    [['a', 'b', 'c', 'd'], 4, ' (a b c …)'],
  ]
  for (const [urls, count, pages] of lines)
    it(`names ${urls.length} pages of ${count} as “${pages}”`, () =>
      assert.equal(alertLine({ ...alert, message: 'One.', urls, count }), `https://a.test/: New errors. One.${pages}`))
})

describe('webhookBody()', () => {
  const MAX_DISCORD_TEXT = 1_900
  const bodyOf = (length: number) => {
    const around = JSON.parse(webhookBody('discord', { ...message, alerts: [{ ...alert, message: '' }] })).content
    const alerts = [{ ...alert, message: 'x'.repeat(length - around.length) }]
    return JSON.parse(webhookBody('discord', { ...message, alerts })).content
  }

  it('has a text as long as the service takes, and cuts a longer one', () => {
    const longest = bodyOf(MAX_DISCORD_TEXT)
    assert.deepEqual([longest.length, longest.endsWith('…')], [MAX_DISCORD_TEXT, false])
    const cut = bodyOf(MAX_DISCORD_TEXT + 1)
    assert.deepEqual([cut.length, cut.at(-1), cut.slice(0, 1_000)], [MAX_DISCORD_TEXT, '…', longest.slice(0, 1_000)])
  })
})

describe('sendAlerts() without a mail server', () => {
  it('keeps the mail waiting, and says why', async () => {
    await using store = await openTestStore()
    const sending = await openSending(store, { format: 'email', target: 'ann@a.test' })
    await sendAlerts(sending.deps)
    const [delivery] = await store.alerts.deliveries(sending.channelId, 5)
    assert.deepEqual(
      [delivery?.state, delivery?.status, delivery?.response],
      ['waiting', null, 'This server has no mail server.'],
    )
  })
})
