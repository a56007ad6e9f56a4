import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type DemoSite, startDemoSite } from '#demo-site/site.ts'
import { isFullMeasure } from '../support/measure.ts'
import type { LoggedEvent } from '../support/product.ts'
import { apiKeys } from './api-keys.ts'
import { cookieAttributes } from './cookie-attributes.ts'
import { crossSite } from './cross-site.ts'
import { deadKeys } from './dead-keys.ts'
import { type FamilyReport, newFamily } from './family.ts'
import { fetching } from './fetching.ts'
import { foreignHosts } from './foreign-hosts.ts'
import { foreignIds } from './foreign-ids.ts'
import { guessing } from './guessing.ts'
import { injection } from './injection.ts'
import { oversized } from './oversized.ts'
import { secretsIn } from './response-faults.ts'
import { openScene, type Scene } from './scene.ts'
import { sessions } from './sessions.ts'
import { sharing } from './sharing.ts'
import { fileNames, splitting } from './splitting.ts'
import { openTarget, type Target } from './target.ts'
import { traversal } from './traversal.ts'

/**
 * An attack on the real server, over sockets: on one that serves the person at this machine, one that strangers reach directly, and
 * one behind a proxy. Every attempt is counted; none may get anywhere.
 */

let site: DemoSite
let local: Target
let direct: Target
let proxied: Target
let scene: Scene
const families: FamilyReport[] = []

before(async () => {
  site = await startDemoSite()
  local = await openTarget()
  direct = await openTarget({ 'public-url': 'http://audit.test' })
  proxied = await openTarget({ 'public-url': 'https://audit.test', 'trusted-proxies': '127.0.0.1' })
  scene = await openScene(local, site.url)
})

after(async () => {
  for (const target of [proxied, direct, local]) await target[Symbol.asyncDispose]()
  await site[Symbol.asyncDispose]()
})

interface Plan {
  name: string
  /** Fewer would mean that something was skipped. */
  minAttempts: number
  attack(family: FamilyReport): Promise<unknown>
}

const plans: readonly Plan[] = [
  {
    name: 'requests of other sites change nothing',
    minAttempts: isFullMeasure ? 500 : 200,
    attack: family => crossSite(scene, family),
  },
  {
    name: 'a session is valid for its user alone, and only while it lasts',
    minAttempts: 180,
    attack: family => sessions(proxied, family),
  },
  {
    name: 'cookies are out of reach of scripts, other sites and other hosts',
    minAttempts: 20,
    attack: async family => {
      await cookieAttributes(direct, family)
      await cookieAttributes(proxied, family)
    },
  },
  {
    name: 'passwords cannot be guessed faster than the limits say, nor names found out',
    minAttempts: isFullMeasure ? 1_500 : 500,
    attack: family => guessing({ direct, proxied }, family),
  },
  {
    name: 'what belongs to another is not there, in whatever form its number is written',
    minAttempts: isFullMeasure ? 5_000 : 1_000,
    attack: family => foreignIds(scene, family),
  },
  {
    name: 'an API key does what its scopes say, for its owner alone, and only in its header',
    minAttempts: 300,
    attack: family => apiKeys(scene, family),
  },
  {
    name: 'an API key that has ended or was guessed is none, and guessing is slowed down',
    minAttempts: 350,
    attack: family => deadKeys({ direct, proxied }, family),
  },
  {
    name: 'a share link and a role grant what they say, and nothing once they have ended',
    minAttempts: 700,
    attack: family => sharing(scene, family),
  },
  {
    name: 'no file but those of the front end is served',
    minAttempts: 1_500,
    attack: async family => {
      await traversal(local, family)
      await traversal(direct, family)
    },
  },
  {
    name: 'too much of anything is refused, and the server goes on',
    minAttempts: 70,
    attack: family => oversized(local, family),
  },
  {
    name: 'line breaks make no headers, and requests do not hide in others',
    minAttempts: isFullMeasure ? 600 : 300,
    attack: async family => {
      await splitting(local, family)
      await splitting(direct, family)
      await fileNames(local, family, site.url)
    },
  },
  {
    name: 'nothing is requested from a network that the attacker cannot reach',
    minAttempts: 75,
    attack: family => fetching({ open: local, own: scene.visitor, closed: direct }, family),
  },
  {
    name: 'requests for another host get no response',
    minAttempts: 600,
    attack: async family => {
      for (const target of [local, direct, proxied]) await foreignHosts(target, family)
    },
  },
  {
    name: 'hostile text in any field is a plain refusal',
    minAttempts: isFullMeasure ? 5_000 : 500,
    attack: family => injection({ scene, proxied }, family),
  },
]

const SHOWN = 20

/** The warning about a proxy that the settings do not name, which an attacker may feign. */
function isAboutProxy({ event }: LoggedEvent): boolean {
  return event.startsWith('a request came with a forwarded IP address')
}

/** A client that ends the connection within its own request. */
function isHangUp({ details }: LoggedEvent): boolean {
  return String(details.cause).startsWith('Error: aborted\n')
}

describe('attack', () => {
  for (const { name, minAttempts, attack } of plans)
    test(name, async () => {
      const family = newFamily(name)
      families.push(family)
      await attack(family)
      assert.deepEqual(family.successes.slice(0, SHOWN), [])
      assert.ok(family.attempts >= minAttempts, `${family.attempts} attempts`)
    })

  test('every response carries the security headers and reveals nothing', () => {
    for (const target of [local, direct, proxied]) assert.deepEqual([...target.faults].slice(0, SHOWN), [])
  })

  test('the log has no fault and holds no password, token or cookie', () => {
    for (const { logged, secrets } of [local, direct, proxied]) {
      assert.deepEqual(logged.flatMap(event => secretsIn(JSON.stringify(event), secrets)).slice(0, SHOWN), [])
      const faults = logged.filter(event => event.event !== 'security' && !isHangUp(event) && !isAboutProxy(event))
      assert.deepEqual(faults.slice(0, SHOWN), [])
    }
    const logged = [local, direct, proxied].flatMap(target => target.logged.map(({ details }) => details))
    const isRefused = ({ action, outcome }: Record<string, unknown>) =>
      action === 'sign-in' && outcome === 'unauthorized'
    assert.ok(logged.some(isRefused), 'refused sign-ins are logged')
  })

  test('the run is reported', () => {
    const total = families.reduce((sum, family) => sum + family.attempts, 0)
    const successes = families.reduce((sum, family) => sum + family.successes.length, 0)
    console.log(`attack run: ${total} attempts, ${successes} successes`)
    for (const { attempts, name } of families) console.log(`${String(attempts).padStart(7)}  ${name}`)
    assert.equal(successes, 0)
  })
})
