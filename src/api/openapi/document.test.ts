import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { EndpointRow, StreamRow } from '#shared/api/contract.ts'
import { endpoints } from '#shared/api/endpoints.ts'
import { streams } from '#shared/api/streams.ts'
import { openApiDocument } from './document.ts'
import type { Operation } from './model.ts'
import { componentValidators } from './test-validator.ts'

const document: unknown = JSON.parse(JSON.stringify(openApiDocument()))
const { paths, components, tags } = openApiDocument()
const operations = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
)

/** What a pointer of this document (RFC 6901) leads to; undefined for nothing. */
function at(pointer: string): unknown {
  return pointer
    .split('/')
    .slice(1)
    .reduce<unknown>((value, key) => entries(value).find(([name]) => name === decodeURIComponent(key))?.[1], document)
}

const rows = new Map([...Object.entries<EndpointRow | StreamRow>(endpoints), ...Object.entries<StreamRow>(streams)])

function entries(value: unknown): [string, unknown][] {
  return typeof value === 'object' && value !== null ? Object.entries(value) : []
}

function referencesIn(value: unknown): string[] {
  return entries(value).flatMap(([name, each]) =>
    name === '$ref' && typeof each === 'string' ? [each] : referencesIn(each),
  )
}

describe('openApiDocument()', () => {
  it('has every endpoint and every stream, and nothing else', () => {
    const rows = [
      ...Object.entries(endpoints).map(([name, { method, path }]) => [name, method.toLowerCase(), path]),
      ...Object.entries<StreamRow>(streams).map(([name, { path, method = 'GET' }]) => [
        name,
        method.toLowerCase(),
        path,
      ]),
    ]
    assert.deepEqual(
      operations.map(({ path, method, operation }) => [operation.operationId, method, path]).sort(),
      rows.map(([name, method, path]) => [name, method, path?.replace(':id', '{id}')]).sort(),
    )
  })

  it('has no reference that leads nowhere, and no schema or response that nothing refers to', () => {
    const references = referencesIn(document)
    assert.ok(references.length > 100)
    for (const reference of references) assert.notEqual(at(reference), undefined, reference)
    for (const kind of ['schemas', 'responses'] as const)
      for (const name of Object.keys(components[kind]))
        assert.ok(references.includes(`#/components/${kind}/${name}`) || name === 'method-not-allowed', name)
  })

  it('names the parts of JSON exports after their definitions', () => {
    for (const name of ['Export', 'ExportCrawl', 'ExportMeasuredPage', 'ExportIssue'])
      assert.ok(Object.hasOwn(components.schemas, name), name)
  })

  it('has schemas that compile as JSON Schema 2020-12, each of which refuses something', () => {
    const validatorOf = componentValidators({ components })
    for (const name of Object.keys(components.schemas)) assert.equal(validatorOf(name)(4_711), false, name)
    const ajv = new Ajv2020({ validateFormats: false })
    for (const { operation } of operations)
      for (const { schema } of operation.parameters) assert.equal(ajv.compile({ ...schema })({}), false)
  })

  it('has the parameters that handlers read, and the id of each path', () => {
    for (const { path, operation } of operations) {
      const row = rows.get(operation.operationId)
      const expected = [...(path.includes('{id}') ? ['id'] : []), ...Object.keys(row?.query ?? {})]
      assert.deepEqual(
        operation.parameters.map(parameter => parameter.name),
        expected,
      )
      for (const { description, in: place, required } of operation.parameters) {
        assert.match(description, /\.$/)
        assert.equal(required, place === 'path')
      }
    }
  })

  it('has example bodies that the endpoints accept', () => {
    for (const [name, { body, exampleBody }] of Object.entries<EndpointRow>(endpoints))
      if (body) assert.equal(body.safeParse(exampleBody).success, true, name)
  })

  it('says who may call as the contract does', () => {
    const ways = ({ security }: Operation) => security.flatMap(way => Object.entries(way).flat(2)).join(' ')
    const of = (name: string) => {
      const found = operations.find(({ operation }) => operation.operationId === name)
      assert.ok(found)
      return ways(found.operation)
    }
    assert.equal(of('exportCrawl'), 'apiKey read session visitor')
    assert.equal(of('startCrawl'), 'apiKey read+crawl session visitor')
    assert.equal(of('login'), 'session visitor')
    assert.equal(of('addApiKey'), 'session')
    assert.equal(of('operations'), 'session')
    for (const [name, { scope }] of [...Object.entries(endpoints), ...Object.entries(streams)])
      assert.equal(of(name).includes('apiKey'), scope !== 'none', name)
  })

  it('has texts for everything: a tag that exists, a summary, a response with a media type', () => {
    for (const { operation } of operations) {
      const { operationId, summary, responses } = operation
      assert.ok(operation.tags.every(tag => tags.some(({ name }) => name === tag)))
      assert.ok(summary.length > 5 && !summary.endsWith('.'), operationId)
      const response = responses[200]
      assert.ok(response && 'content' in response && Object.keys(response.content).length > 0, operationId)
    }
    for (const { name } of tags)
      assert.ok(
        operations.some(({ operation }) => operation.tags.includes(name)),
        name,
      )
  })

  it('describes the page limit, which may be sent as digits of a form, too', () => {
    assert.deepEqual(at('#/components/schemas/StartCrawlBody/properties/crawlLimit'), {
      anyOf: [
        { type: 'integer', minimum: 1 },
        { type: 'string', pattern: '^[0-9]+$' },
      ],
      default: 100,
    })
  })
})
