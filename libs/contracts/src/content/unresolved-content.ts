import { z } from 'zod'
import { Id } from '../shared/primitives.ts'

/**
 * A page, file or reusable content that both sides of a merge changed differently. `kind` names the difference: a
 * field, `content` where the text shows both sides between markers, `file` for the bytes of a file, or `deleted` where
 * one side deleted what the other edited. `main` and `changeRequest` are the values of either side, absent where a side
 * has none.
 */
export const UnresolvedContent = z
  .strictObject({
    object: z.enum(['page', 'file', 'reusable-content']),
    id: Id,
    conflicts: z.array(
      z.strictObject({ kind: z.string(), main: z.unknown().optional(), changeRequest: z.unknown().optional() }),
    ),
  })
  .meta({ id: 'UnresolvedContent' })
