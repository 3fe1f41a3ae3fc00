import { z } from 'zod'
import { Id, Timestamp } from '../shared/primitives.ts'
import { JSONDocument, TreeBody } from './pages.ts'
import { Language } from './spaces.ts'

/** A term by the codes of languages (docs/interface.md#glossary). */
const GlossaryTranslations = z
  .record(
    z.string().max(20),
    z
      .string()
      .min(1)
      .max(255)
      .regex(/^[^\n\r]*$/, 'must be one line'),
  )
  .refine((terms) => Object.keys(terms).length <= 100, 'must have 100 languages at most')
  .meta({ id: 'GlossaryTranslations' })
export type GlossaryTranslations = z.infer<typeof GlossaryTranslations>

export const GlossaryEntry = z
  .strictObject({
    object: z.literal('glossary-entry'),
    id: Id,
    translations: GlossaryTranslations,
    createdAt: Timestamp,
    updatedAt: Timestamp,
    urls: z.strictObject({ location: z.string() }),
  })
  .meta({ id: 'GlossaryEntry' })
export type GlossaryEntry = z.infer<typeof GlossaryEntry>

const GlossaryBatchOperation = z.discriminatedUnion('type', [
  z.object({ type: z.literal('insert'), translations: GlossaryTranslations }),
  z.object({ type: z.literal('update'), id: Id, translations: GlossaryTranslations }),
  z.object({ type: z.literal('delete'), id: Id }),
])
export const UpdateGlossary = z.object({ operations: z.array(GlossaryBatchOperation).max(200) })

/** A space, and the language that it is written in. */
const TranslationSource = z.object({ space: Id, language: Language })

/** Wishes for the model, in words. */
const Instructions = TreeBody.shape.document

export const CreateTranslation = z.object({
  source: TranslationSource,
  language: Language,
  instructions: Instructions.optional(),
})
export const UpdateTranslation = z.object({ instructions: Instructions })

const count = z.int().min(0)

/** A space that is kept as a translation of another (docs/interface.md#translations). */
export const Translation = z
  .strictObject({
    object: z.literal('translation'),
    id: Id,
    status: z.enum(['pending', 'running', 'completed']),
    source: z.strictObject({ space: Id, language: Language }),
    language: Language,
    instructions: JSONDocument,
    /** The translated space, and its revision of the latest run. */
    result: z.strictObject({ space: Id, revision: Id }).optional(),
    /**
     * Present if the latest attempts at a run failed, as they do where the model does not answer, or where whoever created or
     * last ran it may no longer read the source or edit the result (`reason`).
     */
    failure: z.strictObject({ attempts: count, nextAttemptAt: Timestamp, reason: z.string().optional() }).optional(),
    createdAt: Timestamp,
    updatedAt: Timestamp,
    /** Durations in seconds. */
    stats: z.strictObject({
      runs: count,
      totalWords: count,
      totalPages: count,
      totalDuration: count,
      latestRunDuration: count,
      latestPages: count,
      latestWords: count,
    }),
    permissions: z.strictObject({ view: z.boolean(), edit: z.boolean() }),
    urls: z.strictObject({ location: z.string() }),
  })
  .meta({ id: 'Translation' })
export type Translation = z.infer<typeof Translation>
