import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { Ajv, type ValidateFunction } from 'ajv'

/** A check of values against one of the published interface's schemas. */
export function publishedSchema(name: string): ValidateFunction {
  const spec = createRequire(import.meta.url).resolve('gitbook-api/spec/openapi.json')
  const { components } = JSON.parse(readFileSync(spec, 'utf8'))
  const ajv = new Ajv({ strict: false, validateFormats: false })
  ajv.addSchema({ $id: 'spec', components })
  return ajv.compile({ $ref: `spec#/components/schemas/${name}` })
}
