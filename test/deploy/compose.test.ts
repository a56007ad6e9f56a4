import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, it } from 'node:test'
import { Ajv2019 } from 'ajv/dist/2019.js'
import addFormats from 'ajv-formats'
import { parse } from 'yaml'
import { readSettings, settings } from '#settings/config.ts'

interface Service {
  ports?: string[]
  environment?: Record<string, string | null>
}

const ROOT = path.join(import.meta.dirname, '..', '..')
const SCHEMA = path.join(ROOT, 'test/vendor/compose-spec/compose-spec.json')

/** No container engine runs it here: what can be checked in the file without one. */
describe('deploy/compose.yaml', () => {
  const compose = parse(readFileSync(path.join(ROOT, 'deploy/compose.yaml'), 'utf8'), { merge: true })

  it('is valid by the Compose specification', () => {
    const ajv = new Ajv2019({ strict: false })
    addFormats.default(ajv)
    // Of Compose: 1m30s, not the PT1M30S of ISO 8601.
    ajv.addFormat('duration', /^(?:\d+(?:us|ms|s|m|h))+$/)
    // It names its draft and its parts in the words of an older draft.
    const schema: object = JSON.parse(readFileSync(SCHEMA, 'utf8'), (key, value) =>
      key === '$schema' || (key === 'id' && typeof value === 'string') ? undefined : value,
    )
    const validate = ajv.compile(schema)
    const mistyped = { ...compose, services: { api: { comand: [] } } }
    assert.ok(!validate(mistyped), 'the schema refuses what it does not know')
    assert.ok(validate(compose), JSON.stringify(validate.errors))
  })

  it('publishes the ports of the proxy alone, which passes no metrics on', () => {
    const services = Object.entries<Service>(compose.services)
    assert.deepEqual(
      services.filter(([, { ports = [] }]) => ports.length > 0).map(([name]) => name),
      ['proxy'],
    )
    assert.match(
      readFileSync(path.join(ROOT, 'deploy', compose.configs.proxy.file), 'utf8'),
      /@inside path \/metrics .*\n\s+respond @inside 404\n/,
    )
    assert.equal(
      compose.services.api.environment.SITESOUNDER_TRUSTED_PROXIES,
      compose.services.proxy.networks.inside.ipv4_address,
    )
  })

  it('gives the product a read-only root and no capability', () => {
    for (const { read_only, cap_drop, security_opt, tmpfs } of [compose.services.api, compose.services.worker])
      assert.deepEqual(
        [read_only, cap_drop, security_opt, tmpfs],
        [true, ['ALL'], ['no-new-privileges:true'], ['/tmp']],
      )
  })

  it('keeps data, secrets and builds of the checkout out of the image, and runs as a user of its own', () => {
    const ignored = readFileSync(path.join(ROOT, '.dockerignore'), 'utf8').split('\n')
    for (const name of ['.git', 'node_modules', 'data', '.env', '.cache', 'dist'])
      assert.ok(ignored.includes(name), name)
    assert.match(readFileSync(path.join(ROOT, 'deploy/Dockerfile'), 'utf8'), /^USER node$/m)
  })

  it('names settings that exist, and commands that take them', () => {
    const names = new Set(
      Object.values(settings).map(({ name }) => `SITESOUNDER_${name.toUpperCase().replaceAll('-', '_')}`),
    )
    for (const service of [compose.services.api, compose.services.worker]) {
      for (const name of Object.keys(service.environment)) assert.ok(names.has(name), name)
    }
    // What only works with them has to reach the containers.
    for (const { environment } of [compose.services.api, compose.services.worker])
      assert.equal(environment.SITESOUNDER_CREDENTIALS_KEY, null, 'it is passed on where it is set')
    const [, ...flags] = compose.services.worker.command
    assert.deepEqual(flags, ['--host', '0.0.0.0', '--worker-port', '9100'])
    assert.equal(readSettings({}, { host: '0.0.0.0', 'worker-port': '9100' }).workerPort, 9100)
  })
})
