import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, describe, it } from 'node:test'
import { expired, otherName, testKey, valid } from '#fetch/test-certificates.ts'
import { parseProxyUrl } from '#shared/outbound.ts'
import { readSettings } from './config.ts'
import { outboundOf } from './outbound.ts'
import { SettingError } from './setting.ts'

describe('outboundOf()', () => {
  let folder: string
  before(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'outbound-'))
  })
  after(() => rmSync(folder, { recursive: true }))

  /** The certificates of a file with this text. */
  function certificatesIn(text: string): readonly string[] {
    const certificateFile = path.join(folder, 'authorities.pem')
    writeFileSync(certificateFile, text)
    return outboundOf({ proxy: null, crawlProxies: {}, certificateFile }).certificates
  }

  it('has the proxies of the settings, and no certificates without a file', () => {
    const settings = readSettings(
      {},
      { proxy: 'http://ann:secret@proxy.test:3128', 'crawl-proxies': ' office=socks5://a.test ' },
    )
    const { proxy, crawlProxies, certificates } = outboundOf(settings)
    assert.deepEqual(proxy, parseProxyUrl('http://ann:secret@proxy.test:3128'))
    assert.notEqual(proxy, null)
    assert.deepEqual(Object.keys(crawlProxies), ['office'])
    assert.deepEqual(certificates, [])
  })

  it('reads the certificates of a file, and nothing that stands beside them', () => {
    assert.deepEqual(certificatesIn(`# Ours\n${valid}\n${testKey}\n${otherName}\n`), [valid, otherName])
    assert.deepEqual(
      certificatesIn(`${expired}\n`.repeat(500)),
      Array.from({ length: 500 }, () => expired),
    )
  })

  const unusable: [name: string, text: string][] = [
    ['without a certificate', `# none\n${testKey}\n`],
    ['with a certificate that is none', `${valid}\n${valid.replace('MII', 'AAA')}\n`],
    ['with more than 500 certificates', `${expired}\n`.repeat(501)],
    ['whose only certificate begins after 4 MiB', `${'#'.repeat(4 * 1024 * 1024)}\n${valid}`],
  ]
  for (const [name, text] of unusable)
    it(`refuses a file ${name}`, () => {
      const file = path.join(folder, 'authorities.pem')
      const sentence = `The file ${file} of SITESOUNDER_CERTIFICATE_FILE holds no certificates in PEM form.`
      assert.throws(() => certificatesIn(text), new SettingError(sentence))
    })

  it('says why a file cannot be read', () => {
    const certificateFile = path.join(folder, 'none.pem')
    assert.throws(
      () => outboundOf({ proxy: null, crawlProxies: {}, certificateFile }),
      new SettingError(`The file ${certificateFile} of SITESOUNDER_CERTIFICATE_FILE cannot be read (ENOENT).`),
    )
  })
})
