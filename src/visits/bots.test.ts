import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { bots } from '#shared/bots.ts'
import { createBotVerifier } from './bots.ts'

describe('createBotVerifier()', () => {
  const verifier = createBotVerifier()

  for (const [agent, expected] of [
    ['Mozilla/5.0 (compatible; GOOGLEBOT/2.1)', 'googlebot'],
    ['curl/8.5.0', 'other'],
    ['Some Bot', 'other'],
    ['somebot/1', 'other'],
    ['', 'other'],
    ['-', 'other'],
    ['Mozilla/5.0 (Linux; Android 10; CUBOT X30) Chrome/140.0', undefined],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', undefined],
  ] as const)
    it(`takes “${agent}” for ${expected ?? 'a browser'}, at every request`, () => {
      for (let request = 1; request <= 2; request++) assert.equal(verifier.botOf(agent)?.id, expected)
    })

  const withAllRanges = bots.find(({ id }) => id === 'googlebot')
  const withoutRanges = bots.find(({ ranges }) => ranges === undefined)
  assert.ok(withAllRanges && withoutRanges)
  for (const [address, expected] of [
    ['66.249.66.1', 'verified'],
    ['::ffff:66.249.66.1', 'verified'],
    ['2001:4860:4801:10::1', 'verified'],
    ['203.0.113.9', 'outside'],
    ['2001:db8::1', 'outside'],
    ['crawl-66-249-66-1.googlebot.com', 'unverifiable'],
    ['', 'unverifiable'],
  ] as const)
    it(`says of ${address || 'no address'}: ${expected}, at every request`, () => {
      for (let request = 1; request <= 2; request++) assert.equal(verifier.verify(withAllRanges, address), expected)
    })

  it('can verify no bot without published ranges', () => {
    assert.equal(verifier.verify(withoutRanges, '66.249.66.1'), 'unverifiable')
  })
})
