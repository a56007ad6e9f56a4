import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { ValidateFunction } from 'ajv'
import Ajv from 'ajv-draft-04'
import addFormats from 'ajv-formats'
import { memoryPages, validateXML } from 'xmllint-wasm'

/** What build servers make of our files: the published schemas, and the texts as their parsers give them back. */

const VENDOR = path.join(import.meta.dirname, '..', '..', '..', 'test', 'vendor')

/** Fails with the validator's words. */
export async function assertValidJunit(xml: string): Promise<void> {
  const { valid, errors, rawOutput } = await validateXML({
    xml: { fileName: 'report.xml', contents: xml },
    schema: { fileName: 'JUnit.xsd', contents: readFileSync(path.join(VENDOR, 'junit', 'JUnit.xsd')) },
    initialMemoryPages: 64 * memoryPages.MiB,
    maxMemoryPages: memoryPages.GiB,
  })
  assert.deepEqual(valid ? [] : [...errors.map(error => error.message), rawOutput.slice(0, 500)].slice(0, 5), [])
}

const schemaFile = path.join(VENDOR, 'sarif', 'sarif-schema-2.1.0.json')

const ajv = new Ajv.default({ strict: false })
addFormats.default(ajv)
/** Compiled when it is first needed, which takes longer than most files take to be validated. */
let validateSarif: ValidateFunction | undefined

/** Fails with the validator's words. */
export function assertValidSarif(log: unknown): void {
  validateSarif ??= ajv.compile(JSON.parse(readFileSync(schemaFile, 'utf8')))
  assert.ok(validateSarif(log), ajv.errorsText(validateSarif.errors))
}

export interface SarifResult {
  ruleId: string
  ruleIndex?: number
  level: string
  message: { text: string }
  locations: { physicalLocation: { artifactLocation: { uri: string } } }[]
  relatedLocations?: unknown[]
  partialFingerprints: Record<string, string>
  baselineState?: string
}

export interface SarifLog {
  runs: {
    tool: { driver: { rules: { id: string; helpUri?: string; defaultConfiguration: { level: string } }[] } }
    invocations: {
      executionSuccessful: boolean
      toolExecutionNotifications: { level: string; message: { text: string } }[]
      properties: { endReason: string | null }
    }[]
    results: SarifResult[]
  }[]
}

export function sarifRun(text: string): SarifLog['runs'][number] {
  const log: SarifLog = JSON.parse(text)
  assertValidSarif(log)
  const [run] = log.runs
  assert.ok(run && log.runs.length === 1)
  return run
}

/** A message as SARIF 3.11.5 and 3.11.6 say it is read. */
export function sarifText(message: string): string {
  const braced = message.replace(/([{}])\1/g, '$1')
  return braced.includes('\\](') ? braced.replace(/\\([\\[\]])/g, '$1') : braced
}

export interface JunitCase {
  name: string
  outcome: 'passed' | 'failure' | 'error' | 'skipped'
  message: string
  text: string
}

export interface JunitSuite {
  name: string
  counts: { tests: number; failures: number; errors: number; skipped: number }
  cases: JunitCase[]
}

/** Reads our own, valid XML: elements neither nest in themselves nor have comments or CDATA sections. */
export function junitSuites(xml: string): JunitSuite[] {
  return [...xml.matchAll(/<testsuite ([^>]*)>(.*?)<\/testsuite>/gs)].map(([, head = '', body = '']) => ({
    name: attribute(head, 'name'),
    counts: {
      tests: Number(attribute(head, 'tests')),
      failures: Number(attribute(head, 'failures')),
      errors: Number(attribute(head, 'errors')),
      skipped: Number(attribute(head, 'skipped')),
    },
    cases: [...body.matchAll(/<testcase ([^>]*?)(?:\/>|>(.*?)<\/testcase>)/gs)].map(([, given = '', content = '']) => {
      const [, outcome = 'passed', attributes = '', text = ''] =
        /<(failure|error|skipped)([^>]*?)(?:\/>|>(.*?)<\/)/s.exec(content) ?? []
      assert.ok(outcome === 'passed' || outcome === 'failure' || outcome === 'error' || outcome === 'skipped')
      return {
        name: attribute(given, 'name'),
        outcome,
        message: attribute(attributes, 'message'),
        text: xmlParsed(text),
      }
    }),
  }))
}

function attribute(head: string, name: string): string {
  return xmlParsed(new RegExp(`(?:^| )${name}="([^"]*)"`).exec(head)?.[1] ?? '')
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function xmlParsed(text: string): string {
  return text.replace(/&(?:#(\d+)|(\w+));/g, (_, code: string | undefined, name: string) =>
    code === undefined ? (entities[name] ?? '') : String.fromCodePoint(Number(code)),
  )
}

/** What XML 1.0 can hold of a text. */
export function inXml(text: string): string {
  return text.toWellFormed().replace(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, '\ufffd')
}

/** A workflow command as GitHub's runner takes it apart; null for a line that is none. */
export function parsedCommand(line: string): { command: string; title: string; message: string } | null {
  const found = /^::(\w+) title=([^:,]*)::(.*)$/.exec(line)
  if (!found) return null
  const [, command = '', title = '', message = ''] = found
  const data = (text: string) => text.replaceAll('%0D', '\r').replaceAll('%0A', '\n').replaceAll('%25', '%')
  return { command, title: data(title.replaceAll('%3A', ':').replaceAll('%2C', ',')), message: data(message) }
}
