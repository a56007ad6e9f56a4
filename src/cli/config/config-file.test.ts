import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { command as audit } from '../audit/audit.ts'
import { UsageError } from '../command.ts'
import { parseConfig } from './config-file.ts'
import { configJsonSchema } from './config-schema.ts'

const FILE = '/project/sitesounder.config.json'

describe('parseConfig()', () => {
  it('reads options and settings as their flags have them, and files from its own folder', () => {
    const { website, ...read } = parseConfig(
      {
        url: 'example.com',
        audit: {
          limit: 50,
          include: ['/blog/*', '/shop/'],
          render: true,
          bom: false,
          report: 'out/report.html',
          urls: '-',
        },
        settings: { 'requests-per-host': 2, 'obey-robots': false, 'drop-parameters': ['sid', 'utm_*'], data: 'crawls' },
        checks: [{ checkId: 'title-missing', isOff: true, severity: null }],
      },
      FILE,
    )
    assert.deepEqual(read, {
      file: FILE,
      url: 'example.com',
      auditFlags: new Map([
        ['limit', '50'],
        ['include', '/blog/* /shop/'],
        ['render', 'true'],
        ['report', '/project/out/report.html'],
        ['urls', '-'],
      ]),
      settings: {
        'requests-per-host': '2',
        'obey-robots': 'false',
        'drop-parameters': 'sid utm_*',
        data: '/project/crawls',
      },
    })
    assert.deepEqual(website, { checks: [{ checkId: 'title-missing', isOff: true, severity: null }] })
  })

  const refused: [string, unknown, string][] = [
    ['an unknown name', { adit: {} }, `${FILE}: there is no "adit"; did you mean "audit".`],
    ['an unknown option', { audit: { limt: 5 } }, `${FILE}: there is no "audit.limt"; did you mean "limit".`],
    [
      'a value of another kind',
      { audit: { limit: 'many' } },
      `${FILE}: audit.limit: Expected number, received string.`,
    ],
    ['a number that is too small', { audit: { limit: 0 } }, `${FILE}: audit.limit: Invalid value.`],
    ['what is no object', 'x', `${FILE}: Expected object, received string.`],
  ]
  for (const [name, value, message] of refused)
    it(`refuses ${name}`, () =>
      assert.throws(
        () => parseConfig(value, FILE),
        (error: unknown) => error instanceof UsageError && error.message === message,
      ))

  it('takes no passwords and keys', () => {
    for (const name of ['admin-password', 'api-key', 'database-url', 'pagespeed-key'])
      assert.throws(() => parseConfig({ settings: { [name]: 'x' } }, FILE), /there is no "settings\./)
  })
})

it('the schema of the file has every option of audit', () => {
  const { properties } = JSON.parse(JSON.stringify(configJsonSchema()))
  const known = Object.keys(properties.audit.properties)
  const missing = Object.keys(audit.flags).filter(name => !known.includes(name))
  // What the file of --settings holds stands in the configuration file itself; --json is short for its format.
  assert.deepEqual(missing, ['settings', 'json'])
})
