import { z } from 'zod'

/** The body of every refusal; `code` is the HTTP status (docs/interface.md#errors). */
export const ErrorBody = z
  .strictObject({ error: z.strictObject({ code: z.number().int(), message: z.string() }) })
  .meta({ id: 'Error' })
export type ErrorBody = z.infer<typeof ErrorBody>
