import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { PublishedEdition } from '@quire/document'
import { Ajv, type ValidateFunction } from 'ajv'

const packages = { current: 'gitbook-api', next: 'gitbook-api-authoring' }

/** A check of values against one of the published interface's schemas, of the older version or the newer. */
export function publishedSchema(name: string, edition: PublishedEdition = 'current'): ValidateFunction {
  const spec = createRequire(import.meta.url).resolve(`${packages[edition]}/spec/openapi.json`)
  const { components } = JSON.parse(readFileSync(spec, 'utf8'))
  // As published, no button fits: the schema that it refers to allows no other field, not even its label.
  for (const variant of components.schemas.DocumentInlineButton.properties.data.allOf[1].oneOf)
    delete variant.additionalProperties
  // An address or a file may be a reference or a picture: the column's type says which it is, and the union cannot.
  const { additionalProperties: cells } = components.schemas.DocumentTableRecord.properties.values
  cells.anyOf = cells.oneOf
  delete cells.oneOf
  const ajv = new Ajv({ strict: false, validateFormats: false })
  ajv.addSchema({ $id: 'spec', components })
  return ajv.compile({ $ref: `spec#/components/schemas/${name}` })
}
