import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { EventEnvelope, Removal } from '../src/event.ts'
import { openApiDocument } from '../src/index.ts'
import { allNouns } from '../src/operation-table.ts'
import type { Sides } from './compare-schemas.ts'
import { comparePublished, compareReply, compareSent } from './compare-schemas.ts'
import type { DescribedOperation } from './document.ts'
import { Document, operationsOf, Schema, schemaOf } from './document.ts'
import { unpublishedOperations } from './published-operations.ts'

/** The shape that an owner publishes, and the shape that a consumer accepts; they differ in fields with a default. */
const Shape = z.object({ told: Schema, taken: Schema })

const Shapes = z.record(z.string(), Shape)

const documents = [
  { name: 'openapi.json', make: () => openApiDocument('http://localhost:4000'), compare: breakages },
  { name: 'events.json', make: eventShapes, compare: eventBreakages },
  { name: 'unpublished.json', make: unpublishedOperations, compare: () => [] },
]

/**
 * The interface, the events and the unpublished operations, as accepted and as they now are; `broken` lists what the
 * change would break, one line each.
 */
export const acceptedContracts = () =>
  documents.map(({ name, make, compare }) => {
    const file = fileURLToPath(new URL(name, import.meta.url))
    const present = readFileSync(file, 'utf8')
    const wanted = `${JSON.stringify(make(), null, 2)}\n`
    return { file, present, wanted, broken: compare(JSON.parse(present), JSON.parse(wanted)) }
  })

/** Returns the shapes of the envelope, of a tombstone and of every noun's state. */
export function eventShapes() {
  const states = allNouns.map(({ name, saved }) => [name, saved.data] as const)
  const all = [['envelope', EventEnvelope], ['removed', Removal], ...states] as const
  // An empty registry has no names of components, so every shape is written inline.
  const metadata = z.registry<z.core.GlobalMeta>()
  const shapeOf = (schema: z.ZodType, io: 'input' | 'output') => z.toJSONSchema(schema, { io, metadata })
  return Object.fromEntries(
    all.map(([name, schema]) => [name, { told: shapeOf(schema, 'output'), taken: shapeOf(schema, 'input') }]),
  )
}

/**
 * Returns the differences that prevent services of two versions from reading each other's events, one line each. Both
 * versions run during an upgrade, so each must accept the other's events.
 */
export function eventBreakages(accepted: unknown, next: unknown): string[] {
  const [before, after] = [Shapes.parse(accepted), Shapes.parse(next)]
  return Object.entries(before).flatMap(([name, was]) => {
    const now = after[name]
    if (!now) return [`${name} is gone`]
    return [
      ...comparePublished(was.told, now.taken, `${name}, told by the accepted version`),
      ...comparePublished(now.told, was.taken, `${name}, taken by the accepted version`),
    ]
  })
}

/** Returns the changes in `next` that break a client written for `accepted`, one line each. */
export function breakages(accepted: unknown, next: unknown): string[] {
  const [before, after] = [Document.parse(accepted), Document.parse(next)]
  const known = operationsOf(after)
  return [...operationsOf(before)].flatMap(([key, operation]) => {
    const now = known.get(key)
    if (!now || now.operationId !== operation.operationId) return [`${key} (${operation.operationId}) is gone`]
    return compareOperation({ before, after, compared: new Set() }, operation, now)
  })
}

function compareOperation(sides: Sides, before: DescribedOperation, after: DescribedOperation): string[] {
  const id = before.operationId
  const body = schemaOf(before.requestBody)
  const newBody = schemaOf(after.requestBody)
  return [
    ...compareParameters(sides, before, after),
    ...(body && newBody ? compareSent(sides, body, newBody, `${id}: body`) : []),
    ...(newBody?.required?.length && !body ? [`${id}: needs a body now`] : []),
    ...Object.entries(before.responses).flatMap(([status, reply]) => {
      const now = after.responses[status]
      if (!now) return [`${id}: the status ${status} is gone`]
      const [schema, newSchema] = [schemaOf(reply), schemaOf(now)]
      if (!schema) return []
      return newSchema ? compareReply(sides, schema, newSchema, `${id}: ${status}`) : [`${id}: ${status} lost its body`]
    }),
  ]
}

function compareParameters(sides: Sides, before: DescribedOperation, after: DescribedOperation): string[] {
  const find = ({ parameters }: DescribedOperation, one: { name: string; in: string }) =>
    parameters.find(({ name, in: location }) => name === one.name && location === one.in)
  const at = (one: { name: string; in: string }) => `${before.operationId}: ${one.in}.${one.name}`
  const removed = before.parameters.filter((one) => !find(after, one)).map((one) => `${at(one)} is gone`)
  const changed = after.parameters.flatMap((one) => {
    const was = find(before, one)
    return [
      ...(one.required && !was?.required ? [`${at(one)} is now required`] : []),
      ...(was ? compareSent(sides, was.schema, one.schema, at(one)) : []),
    ]
  })
  return [...removed, ...changed]
}
