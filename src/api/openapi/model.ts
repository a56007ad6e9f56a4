import type { JsonSchema } from './schemas.ts'

/** The parts of OpenAPI 3.1 that are used. */
export interface OpenApiDocument {
  openapi: string
  info: { title: string; version: string; description: string }
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  components: {
    schemas: Record<string, JsonSchema>
    responses: Record<string, ResponseObject>
    securitySchemes: Record<string, Readonly<Record<string, string>>>
  }
}

export interface Operation {
  operationId: string
  tags: string[]
  summary: string
  description?: string
  parameters: OperationParameter[]
  requestBody?: { required: true; content: Content }
  responses: Record<string, ResponseObject | Reference>
  security: Record<string, string[]>[]
}

export interface OperationParameter {
  name: string
  in: 'path' | 'query'
  required: boolean
  description: string
  schema: JsonSchema
  style?: 'form'
  explode?: false
}

export interface ResponseObject {
  description: string
  headers?: Record<string, { description: string; schema: JsonSchema }>
  content: Content
}

export type Content = Record<string, { schema: JsonSchema; example?: unknown }>

export interface Reference {
  $ref: string
}
