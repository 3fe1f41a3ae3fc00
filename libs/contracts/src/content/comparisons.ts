import { z } from 'zod'
import { Id } from '../shared/primitives.ts'
import { ChangedPage } from './semantic-changes.ts'

/** A line as the words that both texts have and those that only one has. */
const ComparedLine = z.array(z.strictObject({ text: z.string(), changed: z.literal(true).optional() }))
const lineNumber = z.number().int().min(1)

/** Two texts beside each other, in order. `before` and `after` are the numbers of the first line in either. */
export const ComparedTexts = z.strictObject({
  parts: z.array(
    z.discriminatedUnion('type', [
      z.strictObject({ type: z.literal('equal'), before: lineNumber, after: lineNumber, lines: z.array(z.string()) }),
      /** Equal lines that are further from a change than was asked for. */
      z.strictObject({ type: z.literal('omitted'), lines: z.number().int().min(1) }),
      z.strictObject({
        type: z.literal('changed'),
        before: lineNumber,
        after: lineNumber,
        removed: z.array(ComparedLine),
        added: z.array(ComparedLine),
      }),
    ]),
  ),
  /** False if some lines differ by too much to be compared word by word: they are changed as a whole. */
  isComplete: z.boolean(),
})

/** The text of a page in two revisions of its space. */
export const PageComparison = z
  .strictObject({
    object: z.literal('page-comparison'),
    revisions: z.strictObject({ before: Id.optional(), after: Id }),
    /** The page in either revision; absent where it is not there. */
    page: z.strictObject({ before: ChangedPage.optional(), after: ChangedPage.optional() }),
    text: ComparedTexts,
  })
  .meta({ id: 'PageComparison' })

export const ComparisonQuery = z.object({
  /** The revision of the space to compare with. */
  base: Id.optional(),
  /** Equal lines that are returned around each change. */
  context: z.coerce.number().int().min(1).max(100_000).default(3),
})
