import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Alert } from '#shared/alerts.ts'
import { alertMail, codeMail } from './mail.ts'

const alert = (given: Partial<Alert>): Alert => ({
  kind: 'page-gone',
  websiteId: 1,
  website: 'https://a.test/',
  crawlId: 7,
  message: '1 page is gone.',
  urls: [],
  count: 1,
  at: '2026-01-01T00:00:00.000Z',
  ...given,
})
const mailOf = (...alerts: Alert[]) => alertMail({ to: 'ann@a.test', deliveryId: 'd1', alerts })

describe('alertMail()', () => {
  it('has one alert as its subject, and its URLs in both texts', () => {
    const { to, subject, text, html, headers } = mailOf(alert({ urls: ['https://a.test/x?a=1&b=<2>'] }))
    assert.deepEqual([to, subject], ['ann@a.test', 'Pages are gone: https://a.test/'])
    assert.ok(
      text.startsWith('https://a.test/\n* Pages are gone: 1 page is gone.\n  https://a.test/x?a=1&b=<2>\n\n'),
      text,
    )
    assert.match(
      html,
      /<h1[^>]*>https:\/\/a\.test\/<\/h1><h2[^>]*>Pages are gone<\/h2>\n<p[^>]*>1 page is gone\.<\/p><ul/,
    )
    assert.match(html, /<li[^>]*>https:\/\/a\.test\/x\?a=1&amp;b=&lt;2&gt;<\/li>/)
    assert.deepEqual(headers, { 'X-Sitesounder-Delivery': 'd1', 'Auto-Submitted': 'auto-generated' })
  })

  it('has the alerts of each website below its URL, and their number in the subject', () => {
    const { subject, text, html } = mailOf(
      alert({}),
      alert({ website: 'https://b.test/', kind: 'slow', message: 'Slow.' }),
      alert({ kind: 'noindex', message: '2 pages.' }),
    )
    assert.equal(subject, '3 alerts: 2 websites')
    assert.ok(
      text.startsWith(
        'https://a.test/\n* Pages are gone: 1 page is gone.\n* Pages became noindex: 2 pages.\n\nhttps://b.test/\n* Pages respond slowly: Slow.\n\n',
      ),
      text,
    )
    assert.ok(!html.includes('<ul'), 'no list without URLs')
    assert.equal(html.split('<h2').length - 1, 3)
  })

  it('names the website when several alerts are of one', () => {
    assert.equal(mailOf(alert({}), alert({ kind: 'slow' })).subject, '2 alerts: https://a.test/')
  })

  it('puts no line break of a website into a header or a line of its own', () => {
    const { subject, text } = mailOf(alert({ website: 'https://a.test/\r\nBcc: x@b.test', message: 'One\ntwo.' }))
    assert.equal(subject, 'Pages are gone: https://a.test/ Bcc: x@b.test')
    assert.ok(text.startsWith('https://a.test/ Bcc: x@b.test\n* Pages are gone: One two.\n'), text)
  })

  it('cuts a long subject', () => {
    assert.equal(mailOf(alert({ website: `https://a.test/${'x'.repeat(200)}` })).subject.length, 120)
  })
})

describe('codeMail()', () => {
  it('has the code in both texts, and none in the subject', () => {
    const { to, subject, text, html } = codeMail({ to: 'ann@a.test', code: '4711' })
    assert.deepEqual([to, subject.includes('4711')], ['ann@a.test', false])
    for (const part of [text, html]) assert.match(part, /get alerts by e-mail: 4711[\s\S]*If you did not request it/)
  })
})
