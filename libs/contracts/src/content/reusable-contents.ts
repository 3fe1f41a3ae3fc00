import { z } from 'zod'
import { Id } from '../shared/primitives.ts'
import { GitBlob } from './content-refs.ts'

/** A text that pages include. `document` is the id of the text; absent if the text is empty. */
export const ReusableContent = z
  .strictObject({ id: Id, title: z.string(), document: z.string().optional(), git: GitBlob.optional() })
  .meta({ id: 'RevisionReusableContent' })
export type ReusableContent = z.infer<typeof ReusableContent>
