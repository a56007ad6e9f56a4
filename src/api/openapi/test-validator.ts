import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import type { OpenApiDocument } from './model.ts'

const ID = 'https://api.test/openapi.json'

/** Compiles schemas of a document that stand under `#/components/schemas`, by a validator that is not ours. */
export function componentValidators({
  components,
}: Pick<OpenApiDocument, 'components'>): (name: string) => ValidateFunction {
  const ajv = new Ajv2020({ allowUnionTypes: true, validateFormats: false })
  ajv.addKeyword('components')
  ajv.addSchema({ $id: ID, components: { schemas: components.schemas } })
  return name => ajv.compile({ $ref: `${ID}#/components/schemas/${name}` })
}
