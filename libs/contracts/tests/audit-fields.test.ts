import { expect, test } from '@jest/globals'
import { z } from 'zod'
import { allOperations } from '../src/operation-table.ts'

/** Attributes that hold the address of a person without saying so in their schema. */
const ofSingleSignOn = ['userName', 'emails']

/** Returns the schemas of a body's fields, by their names. */
function fieldsOf(body: z.ZodType): Record<string, unknown> {
  const { properties = {} } = z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' })
  return properties
}

test('audit events repeat no field that may hold the address of a person', () => {
  const audited = allOperations.filter((one) => one.audited?.fields?.length)
  expect(audited.length).toBeGreaterThan(40)
  const repeated = audited.flatMap(({ id, audited, body }) =>
    (audited?.fields ?? []).map((field) => ({ id, field, schema: body && fieldsOf(body)[field] })),
  )
  const isAddress = ({ field, schema }: (typeof repeated)[number]) =>
    ofSingleSignOn.includes(field) || JSON.stringify(schema ?? {}).includes('"format":"email"')
  expect(repeated.filter(isAddress).map(({ id, field }) => `${id} ${field}`)).toEqual([])
})
