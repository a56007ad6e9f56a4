import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nearestName } from '#shared/nearest-name.ts'
import { readSettings, settingsInForce } from './config.ts'
import { isPublicServer, targetPolicy } from './fetch-limits.ts'
import { SettingError } from './setting.ts'

test('readSettings() gives the defaults for an empty environment', () => {
  const chosen = readSettings({})
  assert.equal(chosen.port, 3000)
  assert.equal(chosen.host, '127.0.0.1')
  const outbound = { proxy: null, crawlProxies: {}, certificates: [] }
  assert.deepEqual(targetPolicy(chosen), { targets: 'any', allow: [], outbound })
})

test('readSettings() lets a flag win over the prefixed variable, and that over the bare one', () => {
  const environment = { PORT: '1', SITESOUNDER_PORT: '2' }
  assert.equal(readSettings({ PORT: '1' }).port, 1)
  assert.equal(readSettings(environment).port, 2)
  assert.equal(readSettings(environment, { port: '3' }).port, 3)
})

test('readSettings() takes 0 where it allows none', () => {
  const { maxSchedules } = readSettings({ SITESOUNDER_MAX_SCHEDULES: '0' })
  assert.equal(maxSchedules, 0)
})

const refused: [string, Record<string, string>, string][] = [
  ['a port that is a word', { PORT: 'http' }, 'SITESOUNDER_PORT must be a whole number, 0 to 65535, not “http”.'],
  [
    'a port that is too large',
    { SITESOUNDER_PORT: '70000' },
    'SITESOUNDER_PORT must be a whole number, 0 to 65535, not “70000”.',
  ],
  ['an unknown name', { SITESOUNDER_PROT: '1' }, 'Unknown setting SITESOUNDER_PROT; did you mean SITESOUNDER_PORT?'],
  [
    'a flag word that is neither',
    { SITESOUNDER_OBEY_ROBOTS: 'perhaps' },
    'SITESOUNDER_OBEY_ROBOTS must be true or false, not “perhaps”.',
  ],
  [
    'parameters with values',
    { SITESOUNDER_DROP_PARAMETERS: 'utm_*,sid=1' },
    'SITESOUNDER_DROP_PARAMETERS must be at most 50 names such as sid or utm_*, each of 100 characters at most, not “utm_*,sid=1”.',
  ],
  [
    'a proxy that is none, without its password',
    { SITESOUNDER_PROXY: 'ftp://ann:secret@proxy.test' },
    'SITESOUNDER_PROXY must be a URL such as http://user:password@proxy.example.com:3128; also https:// and socks5://.',
  ],
  [
    'a proxy without a name',
    { SITESOUNDER_CRAWL_PROXIES: 'office=http://proxy.test http://ann:secret@proxy.test' },
    'SITESOUNDER_CRAWL_PROXIES must be a list of proxies, each a name, an equals sign and a URL.',
  ],
  [
    'a URL without scheme',
    { SITESOUNDER_PUBLIC_URL: 'example.com' },
    'SITESOUNDER_PUBLIC_URL must be an http or https URL, not “example.com”.',
  ],
]
for (const [name, environment, message] of refused) {
  test(`readSettings() refuses ${name}`, () => {
    assert.throws(
      () => readSettings(environment),
      (error: unknown) => error instanceof SettingError && error.message === message,
    )
  })
}

test('settingsInForce() shows no proxy', () => {
  const environment = {
    SITESOUNDER_PROXY: 'http://ann:secret@proxy.test',
    SITESOUNDER_CRAWL_PROXIES: 'a=socks5://b:secret@c',
  }
  assert.doesNotMatch(JSON.stringify(settingsInForce(environment, {}, null)), /secret|proxy\.test/)
})

test('isPublicServer() is true beyond loopback and behind a proxy', () => {
  assert.equal(isPublicServer(readSettings({})), false)
  assert.equal(isPublicServer(readSettings({ HOST: '0.0.0.0' })), true)
  assert.equal(isPublicServer(readSettings({ SITESOUNDER_PUBLIC_URL: 'https://audit.example' })), true)
  assert.equal(targetPolicy(readSettings({ HOST: '0.0.0.0' })).targets, 'public')
  assert.equal(targetPolicy(readSettings({ HOST: '0.0.0.0', SITESOUNDER_TARGETS: 'any' })).targets, 'any')
})

test('nearestName() finds the name with the fewest changes', () => {
  assert.equal(nearestName('limt', ['format', 'limit', 'output']), 'limit')
})
