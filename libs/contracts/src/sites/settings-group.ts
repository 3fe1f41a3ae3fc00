import { type ZodNullable, type ZodObject, type ZodOptional, type ZodRawShape, z } from 'zod'

type Optional<Shape extends ZodRawShape> = { [Name in keyof Shape]: ZodOptional<Shape[Name]> }
/** Null resets, absent leaves. */
type Settable<Shape extends ZodRawShape> = { [Name in keyof Shape]: ZodOptional<ZodNullable<Shape[Name]>> }

/** Settings that belong together: what is shown of them, and what a request may set. */
interface SettingsGroup<Shown extends ZodRawShape, Set extends ZodRawShape> {
  shown: ZodObject<Shown, z.core.$strict>
  input: ZodObject<Set>
}

/** `always` have a default and are always shown, `maybe` only where somebody set them. */
export function settingsGroup<Always extends ZodRawShape, Maybe extends ZodRawShape = Record<never, never>>(
  always: Always,
  maybe: Maybe = {} as Maybe,
) {
  const shown = { ...always, ...z.object(maybe).partial().shape }
  // The compiler cannot see that a spread of two generic shapes is their intersection.
  return {
    shown: z.strictObject(shown),
    input: z.object(settable({ ...always, ...maybe })),
  } as unknown as SettingsGroup<Always & Optional<Maybe>, Settable<Always & Maybe>>
}

/** Each of the fields may be left out or null. */
export const settable = <Shape extends ZodRawShape>(shape: Shape): Settable<Shape> =>
  Object.fromEntries(
    Object.entries(shape).map(([name, schema]) => [name, z.optional(z.nullable(schema))]),
  ) as Settable<Shape>
