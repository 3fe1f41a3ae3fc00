import { z } from 'zod'
import { servicesOnly } from '../access-rules.ts'
import { Language } from '../content/spaces.ts'
import { operations } from '../operation.ts'
import { Id } from '../shared/primitives.ts'

/** Bytes of the longest text that is translated at once. */
export const maxTranslatedBytes = 12_000

/** The answer to a text that the model refuses and would refuse again, as its filter does. */
export const refusedTextStatus = 422

/** Operations for content, which keeps translations and has no model. Not reachable through the gateway. */
export const textTranslationOperations = operations('ai', {
  getTranslationModel: {
    method: 'GET',
    path: '/internal/organizations/{organizationId}/translation-model',
    summary: 'Whether a language model can translate for an organization; 403 if that has switched AI off',
    access: servicesOnly('content'),
    replies: { 200: z.strictObject({ isConfigured: z.boolean() }) },
  },
  translateText: {
    method: 'POST',
    path: '/internal/organizations/{organizationId}/translated-texts',
    summary: 'A text in another language, as the language model writes it',
    access: servicesOnly('content'),
    body: z.object({
      from: Language,
      to: Language,
      text: z.string().max(maxTranslatedBytes),
      /** The title of the page that the text is of. */
      title: z.string().max(1000),
      instructions: z.string().max(10_000),
      glossary: z.array(z.object({ term: z.string().max(255), translation: z.string().max(255) })).max(100),
      /** The translation that the text belongs to. */
      translationId: Id,
    }),
    replies: { 200: z.strictObject({ text: z.string() }) },
    reads: true,
    slow: true,
  },
})
