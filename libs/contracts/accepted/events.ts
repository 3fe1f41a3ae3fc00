import { z } from 'zod'
import { EventEnvelope, Removal } from '../src/event.ts'
import { allNouns } from '../src/table.ts'
import { compareTold } from './compare-schemas.ts'
import { Schema } from './document.ts'

/** What an owner tells of a thing, and what a consumer takes: they differ by the fields that have a default. */
const Shape = z.object({ told: Schema, taken: Schema })
const Shapes = z.record(z.string(), Shape)

/** The shapes of the envelope, of a tombstone and of every noun's state. */
export function eventShapes() {
  const states = allNouns.map(({ name, saved }) => [name, saved.data] as const)
  const all = [['envelope', EventEnvelope], ['removed', Removal], ...states] as const
  // Without the names of components every shape is written out where it is used.
  const metadata = z.registry<z.core.GlobalMeta>()
  const shapeOf = (schema: z.ZodType, io: 'input' | 'output') => z.toJSONSchema(schema, { io, metadata })
  return Object.fromEntries(
    all.map(([name, schema]) => [name, { told: shapeOf(schema, 'output'), taken: shapeOf(schema, 'input') }]),
  )
}

/**
 * What keeps services of two versions from reading each other's events, one line each. Both versions run during an
 * upgrade, so each must take what the other one tells.
 */
export function eventBreakages(accepted: unknown, next: unknown): string[] {
  const [before, after] = [Shapes.parse(accepted), Shapes.parse(next)]
  return Object.entries(before).flatMap(([name, was]) => {
    const now = after[name]
    if (!now) return [`${name} is gone`]
    return [
      ...compareTold(was.told, now.taken, `${name}, told by the accepted version`),
      ...compareTold(now.told, was.taken, `${name}, taken by the accepted version`),
    ]
  })
}
