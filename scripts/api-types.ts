import type { OpenApiDocument, Operation } from '../src/api/openapi/model.ts'
import { declarationOf, typeName, typeOf } from './schema-types.ts'

/** What the client of the library has of the OpenAPI document: its table of operations, and their declarations. */

interface CallableOperation {
  name: string
  method: string
  path: string
  operation: Operation
  /** Its response is sent as a file, in one of several forms. */
  isFile: boolean
}

/** The operations that an API key may call. */
function callable({ paths }: OpenApiDocument): CallableOperation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { security }]) => security.some(scheme => 'apiKey' in scheme))
      .map(([method, operation]) => {
        const isFile = jsonResponse(operation) === undefined
        return { name: operation.operationId, method: method.toUpperCase(), path, operation, isFile }
      }),
  )
}

function jsonResponse({ responses }: Operation): object | undefined {
  const done = responses[200]
  if (!done || !('content' in done)) return undefined
  const [mediaType, ...more] = Object.keys(done.content)
  return mediaType === 'application/json' && more.length === 0 ? done.content[mediaType]?.schema : undefined
}

/** `src/library/operations.ts`. */
export function operationsModule(document: OpenApiDocument): string {
  const rows = callable(document).map(
    ({ name, method, path, isFile }) => `  ${name}: ['${method}', '${path}', '${isFile ? 'file' : 'json'}'],`,
  )
  return `/**
 * The operations of the API that an API key may call, with method, path and what the response holds. Written by \`npm run docs\` from the
 * OpenAPI document.
 */
export const operations = {
${rows.join('\n')}
} as const satisfies Record<string, readonly [method: string, path: string, response: 'json' | 'file']>

export type OperationName = keyof typeof operations
`
}

/** The declarations of `ApiClient`. */
export function apiDeclarations(document: OpenApiDocument): string {
  const methods = callable(document).map(methodOf)
  const schemas = Object.entries(document.components.schemas).map(([name, schema]) =>
    declarationOf(typeName(name), schema),
  )
  return [`export interface ApiClient {\n${methods.join('\n')}\n}\n`, ...schemas].join('\n')
}

function methodOf({ name, operation }: CallableOperation): string {
  const { summary, description = '', parameters, requestBody } = operation
  const fields = [
    parametersField('path', parameters),
    parametersField('query', parameters),
    requestBody ? `    body: ${typeOf(requestBody.content['application/json']?.schema ?? {}, '    ')}\n` : '',
    '    signal?: AbortSignal\n',
  ]
  const isOptional = !requestBody && parameters.every(({ required }) => !required)
  const response = jsonResponse(operation)
  const about = [summary, description].filter(Boolean).join('. ').replaceAll('*/', '*\\/')
  return `  /** ${about} */\n  ${name}(request${isOptional ? '?' : ''}: {\n${fields.join('')}  }): Promise<${response ? typeOf(response, '  ') : 'Response'}>`
}

function parametersField(place: 'path' | 'query', all: Operation['parameters']): string {
  const parameters = all.filter(parameter => parameter.in === place)
  if (parameters.length === 0) return ''
  const lines = parameters.map(
    ({ name, required, description, schema }) =>
      `      /** ${description.replaceAll('*/', '*\\/')} */\n      ${name}${required ? '' : '?'}: ${typeOf(schema, '      ')}\n`,
  )
  return `    ${place}${parameters.some(({ required }) => required) ? '' : '?'}: {\n${lines.join('')}    }\n`
}
