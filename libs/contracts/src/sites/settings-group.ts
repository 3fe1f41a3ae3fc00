import { type ZodNullable, type ZodObject, type ZodOptional, type ZodRawShape, z } from 'zod'

type Optional<Shape extends ZodRawShape> = { [Name in keyof Shape]: ZodOptional<Shape[Name]> }
/** Optional fields: null resets, absent fields stay unchanged. */
type Settable<Shape extends ZodRawShape> = { [Name in keyof Shape]: ZodOptional<ZodNullable<Shape[Name]>> }

/** A group of settings: the shape that is presented, and the shape that a request may set. */
interface SettingsGroup<Output extends ZodRawShape, Input extends ZodRawShape> {
  output: ZodObject<Output, z.core.$strict>
  input: ZodObject<Input>
}

/** Declares a group. Settings in `always` have a default and are always present; those in `maybe` only if somebody set them. */
export function settingsGroup<Always extends ZodRawShape, Maybe extends ZodRawShape = Record<never, never>>(
  always: Always,
  maybe: Maybe = {} as Maybe,
) {
  const output = { ...always, ...z.object(maybe).partial().shape }
  // The compiler cannot see that a spread of two generic shapes is their intersection.
  return {
    output: z.strictObject(output),
    input: z.object(settable({ ...always, ...maybe })),
  } as unknown as SettingsGroup<Always & Optional<Maybe>, Settable<Always & Maybe>>
}

/** Makes each field optional and nullable. */
export const settable = <Shape extends ZodRawShape>(shape: Shape): Settable<Shape> =>
  Object.fromEntries(
    Object.entries(shape).map(([name, schema]) => [name, z.optional(z.nullable(schema))]),
  ) as Settable<Shape>
