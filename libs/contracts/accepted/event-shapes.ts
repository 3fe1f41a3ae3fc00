import { z } from 'zod'
import { EventEnvelope, Removal } from '../src/event.ts'
import { allNouns } from '../src/operation-table.ts'
import { comparePublished } from './compare-schemas.ts'
import { Schema } from './document.ts'

/** The shape that an owner publishes, and the shape that a consumer accepts; they differ in fields with a default. */
const Shape = z.object({ told: Schema, taken: Schema })
const Shapes = z.record(z.string(), Shape)

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
