import { accepts, resolve, type Schema, sample, textsOf, variantsOf } from './described-schemas.ts'

/** Values that fit a schema, the more telling ones first; without null, which is a value of its own. */
export function rightValues(given: Schema): unknown[] {
  const schema = resolve(given)
  const variants = variantsOf(schema).filter(({ type }) => type !== 'null')
  const values = [...(textsOf(schema) ?? []).toReversed(), ...variants.flatMap(ofVariant)]
  return values.filter((value) => accepts(schema, value))
}

function ofVariant(schema: Schema): unknown[] {
  if (schema.enum || 'const' in schema) return [...(schema.enum ?? [schema.const])].reverse()
  if (schema.type === 'boolean') return [true, false]
  if (schema.type === 'string') return [sample(schema), 'abc', 'https://example.com/abc', '2031-02-03T04:05:06.000Z']
  if (schema.type === 'array') return [[], [sample(schema.items ?? {})]]
  return [sample(schema)]
}
