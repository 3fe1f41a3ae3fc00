import { z } from 'zod'
import { Id } from '../shared/primitives.ts'

/** Bounds the nesting of collections; a collection at the top of an organization has depth 1. */
export const maxNesting = 32

/** A space or collection that another one names as its neighbour. */
export const ContentPointer = z
  .discriminatedUnion('type', [
    z.object({ type: z.literal('space'), space: Id }),
    z.object({ type: z.literal('collection'), collection: Id }),
  ])
  .meta({ id: 'ContentPointer' })
export type ContentPointer = z.infer<typeof ContentPointer>

/** The position directly before or after another space or collection with the same parent. */
const ContentPosition = z
  .object({ before: ContentPointer.optional(), after: ContentPointer.optional() })
  .refine(({ before, after }) => (before === undefined) !== (after === undefined), 'give either `before` or `after`')
  .meta({ id: 'ContentPosition' })

/** Moves within an organization. A null parent is the top of the organization; an absent one keeps the parent. */
export const MoveContent = z
  .object({ parent: Id.nullable().optional(), position: ContentPosition.optional() })
  .refine(({ parent, position }) => parent !== undefined || position !== undefined, {
    path: ['parent'],
    message: 'give a parent, a position, or both',
  })
export type MoveContent = z.infer<typeof MoveContent>

/** Transfers into an organization, a collection, or a collection of that organization. */
export const TransferContent = z
  .object({ organization: Id.optional(), collection: Id.optional() })
  .refine(({ organization, collection }) => organization !== undefined || collection !== undefined, {
    path: ['organization'],
    message: 'give an organization, a collection, or both',
  })
export type TransferContent = z.infer<typeof TransferContent>
