import assert from 'node:assert/strict'
import { type AddressInfo, createServer } from 'node:net'
import { test } from 'node:test'
import { SettingError } from '#settings/setting.ts'
import { openMail } from './mail.ts'

const mail = { to: 'ann@a.test', subject: 'Crawled', text: 'Hello', html: '<p>Hello', headers: { 'X-Own': '1' } }

/** A mail server (RFC 5321) that responds to commands, and to the end of a mail, as the table says, and otherwise accepts them. */
async function serveMail(responses: Record<string, string>) {
  const received: string[] = []
  const server = createServer(socket => {
    socket.on('error', () => {})
    let isMail = false
    socket.setEncoding('utf8').on('data', (text: string) => {
      received.push(text)
      if (isMail && !received.join('').endsWith('\r\n.\r\n')) return
      const [verb = ''] = isMail ? ['END'] : text.trimEnd().split(/[\s:]/, 1)
      isMail = verb === 'DATA'
      socket.write(`${responses[verb] ?? (isMail ? '354 Go ahead' : '250 OK')}\r\n`)
    })
    socket.write('220 mail.test\r\n')
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    [Symbol.asyncDispose]: async () => {
      server.close()
    },
  }
}

function openTestMail(smtpUrl: string | null) {
  const logged: string[] = []
  const send = openMail({ smtpUrl, mailFrom: 'crawler@a.test' }, event => void logged.push(event))
  return { logged, send: async () => await (send ?? assert.fail('no mail server'))(mail) }
}

test('a mail is sent as from the sender of the settings, with its headers', async () => {
  await using server = await serveMail({ END: '250 Queued as 7' })
  const { send, logged } = openTestMail(server.url)
  assert.equal(await send(), '250 Queued as 7')
  const received = server.received.join('')
  for (const part of ['MAIL FROM:<crawler@a.test>', 'RCPT TO:<ann@a.test>', 'X-Own: 1', 'Subject: Crawled'])
    assert.ok(received.includes(part), part)
  assert.deepEqual(logged, [])
})

test('what the server says of a recipient is passed on', async () => {
  await using server = await serveMail({ RCPT: '550 No such user' })
  const { send, logged } = openTestMail(server.url)
  await assert.rejects(send(), { message: 'The mail server refused the mail: 550 No such user' })
  assert.deepEqual(logged, [])
})

test('what it says of its own state is for the log', async () => {
  await using server = await serveMail({ EHLO: '421 Overloaded', HELO: '421 Overloaded' })
  const { send, logged } = openTestMail(server.url)
  await assert.rejects(send(), { message: 'The mail server does not take mails at the moment.' })
  assert.deepEqual(logged, ['a mail was not sent'])
})

test('a password is not sent where it would be readable on the way', async () => {
  await using server = await serveMail({})
  const { send } = openTestMail(server.url.replace('//', '//ann:secret@'))
  await assert.rejects(send(), { message: 'The mail server does not take mails at the moment.' })
  assert.ok(!server.received.some(text => text.startsWith('AUTH')))
})

test('no mails are sent without a server, nor by a URL of something else', () => {
  assert.equal(
    openMail({ smtpUrl: null, mailFrom: '' }, () => {}),
    null,
  )
  for (const smtpUrl of ['mail.test', 'http://mail.test'])
    assert.throws(
      () => openTestMail(smtpUrl),
      new SettingError('SITESOUNDER_SMTP_URL must be a URL such as smtps://name:password@mail.example.com:465.'),
    )
})
