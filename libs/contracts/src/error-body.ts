import { z } from 'zod'

/**
 * The body of every refusal; `code` is the HTTP status (docs/interface.md#errors). `details` has what a program needs to
 * go on, such as both sides of a conflict; most refusals have none.
 */
export const ErrorBody = z
  .strictObject({
    error: z.strictObject({
      code: z.number().int(),
      message: z.string(),
      details: z.record(z.string(), z.unknown()).optional(),
    }),
  })
  .meta({ id: 'Error' })
export type ErrorBody = z.infer<typeof ErrorBody>
