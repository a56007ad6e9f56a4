import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { addCrawl } from '#report/test-crawl.ts'
import { MAX_CHANNELS } from '#shared/alerts.ts'
import { openTestStore } from '../../../test/support/storage.ts'
import { createTestApp, openTestApp, type TestApp } from '../test-app.ts'
import type { TestVisitor } from '../test-visitor.ts'

const webhook = { name: 'Team', format: 'slack', target: 'https://hooks.test/services/secret' }
const mail = { name: 'Ann', format: 'email', target: 'ann@a.test' }
const channels = '/api/alert-channels'

async function signIn(test: Omit<TestApp, symbol>, name: string): Promise<TestVisitor> {
  await test.addAccount(name)
  const visitor = test.visitor()
  await visitor.signIn(name)
  return visitor
}

async function send(visitor: TestVisitor, path: string, body?: unknown) {
  const response = await (body === undefined ? visitor.get(path) : visitor.post(path, body))
  const text = await response.text()
  return { status: response.status, body: response.ok ? JSON.parse(text) : text }
}

const wrongTargets: [string, object, string][] = [
  ['another protocol', { ...webhook, target: 'ftp://hooks.test/' }, 'Enter an http or https URL'],
  ['a password in a URL', { ...webhook, target: 'https://a:b@hooks.test/' }, 'Enter an http or https URL'],
  ['a private address', { ...webhook, target: 'http://10.0.0.1/' }, 'This address is not on the public internet.'],
  ['two recipients', { ...mail, target: 'ann@a.test,bob@a.test' }, 'Enter an e-mail address'],
  ['a header', { ...mail, target: 'ann@a.test\nBcc: bob@a.test' }, 'Enter an e-mail address'],
]

describe('channels of alerts', () => {
  it('are webhooks whose URL and secret are not shown again', async () => {
    await using test = await openTestApp()
    const ann = await signIn(test, 'ann')
    const { body } = await send(ann, channels, webhook)
    const channel = { id: 1, name: 'Team', format: 'slack', target: 'hooks.test', isConfirmed: true }
    assert.deepEqual(body.channel, channel)
    assert.match(body.secret, /^[0-9a-f]{64}$/)
    assert.deepEqual((await send(ann, channels)).body, { channels: [channel], canSendMail: true })
    const rotated = await send(ann, `${channels}/1/rotate`, {})
    assert.match(rotated.body.secret, /^[0-9a-f]{64}$/)
    assert.notEqual(rotated.body.secret, body.secret)
    const row = await test.store.channels.find(1, await ann.ownerId())
    assert.equal(row?.secrets.earlier?.secret, body.secret)
    await send(ann, `${channels}/1/delete`, {})
    assert.deepEqual((await send(ann, channels)).body.channels, [])
  })

  it('are e-mail addresses once their code was entered, with few tries', async () => {
    await using test = await openTestApp()
    const ann = await signIn(test, 'ann')
    const { body } = await send(ann, channels, mail)
    assert.deepEqual([body.secret, body.channel.isConfirmed], [null, false])
    assert.deepEqual((await send(ann, `${channels}/1/test`, {})).status, 409)
    const code = /: (\d{6})$/m.exec(test.mails[0]?.text ?? '')?.[1] ?? ''
    const wrong = code === '000000' ? '000001' : '000000'
    assert.deepEqual(await send(ann, `${channels}/1/confirm`, { code: wrong }), {
      status: 400,
      body: 'The code is wrong',
    })
    assert.equal((await send(ann, `${channels}/1/confirm`, { code })).body.isConfirmed, true)
    assert.equal((await send(ann, `${channels}/1/confirm`, { code: wrong })).body.isConfirmed, true, 'once is enough')
    const channel = { id: 1, ...mail, isConfirmed: true }
    assert.deepEqual((await send(ann, `${channels}/1/rotate`, {})).body, { channel, secret: null })
    await send(ann, channels, mail)
    const guesses = Array.from({ length: 8 }, () => send(ann, `${channels}/2/confirm`, { code: 'x' }))
    const statuses = (await Promise.all(guesses)).map(({ status }) => status)
    assert.equal(statuses.filter(status => status === 400).length, 5, 'guesses at the same moment count each')
    assert.equal((await send(ann, `${channels}/2/confirm`, { code: 'x' })).status, 429)
  })

  it('are not added where the mail with the code cannot be sent', async () => {
    await using test = await openTestApp()
    const ann = await signIn(test, 'ann')
    test.mails.push = () => {
      throw new Error('the mail server is gone')
    }
    const refused = { status: 503, body: 'The mail server did not take the mail' }
    assert.deepEqual(await send(ann, channels, mail), refused)
    assert.deepEqual((await send(ann, channels)).body.channels, [])
  })

  it('are no e-mail addresses where the operator has set no mail server', async () => {
    await using store = await openTestStore()
    const test = createTestApp({ store, hasMailServer: false })
    const ann = await signIn(test, 'ann')
    const refused = { status: 503, body: 'The operator of this server has set no mail server' }
    assert.deepEqual(await send(ann, channels, mail), refused)
    assert.deepEqual((await send(ann, channels)).body, { channels: [], canSendMail: false })
  })

  it('send few codes to one recipient, also where the channel is deleted each time', async () => {
    await using test = await openTestApp()
    const ann = await signIn(test, 'ann')
    for (let id = 1; id <= 3; id++) {
      assert.equal((await send(ann, channels, mail)).status, 200)
      await send(ann, `${channels}/${id}/delete`, {})
    }
    assert.equal((await send(ann, channels, { ...mail, target: 'ANN@a.test' })).status, 429)
    assert.equal(test.mails.length, 3)
  })

  it('have a bounded number of messages that are sent on request', async () => {
    await using test = await openTestApp()
    const ann = await signIn(test, 'ann')
    await send(ann, channels, webhook)
    for (let count = 0; count < 20; count++) await send(ann, `${channels}/1/test`, {})
    assert.equal((await send(ann, `${channels}/1/test`, {})).status, 429)
    assert.equal((await send(ann, `${channels}/1/resend`, { deliveryId: 1 })).status, 429)
  })

  it('have a test alert, a list of messages, and send them again', async () => {
    await using test = await openTestApp()
    const ann = await signIn(test, 'ann')
    await send(ann, channels, webhook)
    await send(ann, `${channels}/1/test`, {})
    const { body } = await send(ann, `${channels}/1/deliveries`)
    assert.deepEqual([body.length, body[0].state, body[0].attempts, body[0].alerts.length], [1, 'waiting', 0, 1])
    assert.equal((await send(ann, `${channels}/1/resend`, { deliveryId: body[0].id })).status, 200)
    assert.equal((await send(ann, `${channels}/1/resend`, { deliveryId: 99 })).status, 404)
  })

  it('are those of the user alone, and a limited number', async () => {
    await using test = await openTestApp()
    const ann = await signIn(test, 'ann')
    const bob = await signIn(test, 'bob')
    await send(ann, channels, webhook)
    for (const action of ['rotate', 'test', 'delete', 'resend', 'confirm', 'deliveries']) {
      const body = action === 'deliveries' ? undefined : { deliveryId: 1, code: '1' }
      assert.deepEqual(await send(bob, `${channels}/1/${action}`, body), {
        status: 404,
        body: 'There is no such channel',
      })
    }
    assert.deepEqual((await send(bob, channels)).body.channels, [])
    for (let count = 1; count < MAX_CHANNELS; count++) await send(ann, channels, webhook)
    assert.equal((await send(ann, channels, webhook)).status, 409)
  })

  for (const [name, body, message] of wrongTargets)
    it(`are refused with ${name}`, async () => {
      await using test = await openTestApp()
      test.refusals.set('http://10.0.0.1/', 'This address is not on the public internet.')
      const ann = await signIn(test, 'ann')
      assert.deepEqual(await send(ann, channels, body), { status: 400, body: message })
    })
})

describe('alerts of a website', () => {
  it('are what the user chose, for channels of the user', async () => {
    await using test = await openTestApp()
    const ann = await signIn(test, 'ann')
    const bob = await signIn(test, 'bob')
    await send(bob, channels, webhook)
    const url = 'https://a.test/'
    const crawl = { ownerId: await ann.ownerId(), url, pages: [{ url }], nowMs: test.clock.nowMs }
    const { websiteId } = await addCrawl(test.store, crawl)
    const path = `/api/websites/${websiteId}/alerts`
    assert.deepEqual((await send(ann, path)).body, { settings: null })
    assert.equal((await send(ann, path, { channelIds: [1] })).status, 404)
    await send(ann, channels, webhook)
    const { body } = await send(ann, path, { kinds: ['page-gone'], channelIds: [2] })
    assert.deepEqual(body.settings, {
      kinds: ['page-gone'],
      channelIds: [2],
      scoreDrop: 5,
      delivery: 'at-once',
      digestTime: '08:00',
      quietFrom: null,
      quietUntil: null,
      timeZone: 'UTC',
    })
    assert.deepEqual((await send(ann, path)).body, body)
    assert.equal((await send(ann, path, { timeZone: 'Mars/Base' })).status, 400)
  })
})
