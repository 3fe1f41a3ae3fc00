import { refusedTextStatus, textTranslationOperations } from '@quire/contracts'
import { conflict, implementer, Refusal, unavailable } from '@quire/kit'
import { requireAi } from '../ask/require-ready.ts'
import type { AiContext } from '../context.ts'
import type { Tables } from '../database.ts'
import { EndpointFailure } from '../model/endpoint.ts'
import type { Translator } from './translator.ts'

/** The dependencies of translations. */
export interface TranslationNeeds {
  /** Absent if no model is configured. */
  translator: Translator | undefined
}

const implement = implementer<Tables, AiContext<TranslationNeeds>>()

export const textTranslationRoutes = implement(textTranslationOperations, {
  async getTranslationModel({ sql, deps, params }) {
    await requireAi(sql, params.organizationId)
    return { isConfigured: deps.translator !== undefined }
  },

  async translateText({ sql, deps, params, body, signal, log }) {
    await requireAi(sql, params.organizationId)
    if (!deps.translator) throw conflict('No language model is configured.')
    try {
      return { text: await deps.translator.translate({ ...body, organizationId: params.organizationId }, signal) }
    } catch (error) {
      if (!(error instanceof EndpointFailure)) throw error
      const { reason, status, isOfInput } = error
      log.warn({ reason, status, translation: body.translationId }, 'the endpoint of the model failed to translate')
      if (isOfInput) throw new Refusal(refusedTextStatus, 'The language model refuses this text.')
      throw unavailable('The language model does not answer.', 30)
    }
  },
})
