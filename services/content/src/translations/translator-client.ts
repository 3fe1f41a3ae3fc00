import type { KeyObject } from 'node:crypto'
import { refusedTextStatus, textTranslationOperations } from '@quire/contracts'
import type { z } from 'zod'
import { askService, UnexpectedStatus } from '../ask-service.ts'

const operation = textTranslationOperations.translateText
const Reply = operation.replies[200]

/** A text for the model, with everything that it is told. */
type TextForModel = z.input<typeof operation.body>

/** Translates texts by ai's language model. */
export interface TranslatorClient {
  /**
   * Returns undefined if the model refuses the text. Throws if ai or its model does not answer; the work is tried again
   * later.
   */
  translate(organizationId: string, text: TextForModel, signal: AbortSignal): Promise<string | undefined>
}

/** Longer than a model may take, and than a text waits for its turn there. */
const timeoutMs = 150_000

/** The client over HTTP, called as the content service itself and not for a user. */
export function translatorClient(aiUrl: string | undefined, internalKey: KeyObject): TranslatorClient {
  return {
    async translate(organizationId, text, signal) {
      if (aiUrl === undefined) throw new Error('AI_URL is not set')
      const within = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
      const asked = { url: aiUrl, internalKey, params: { organizationId }, body: text, signal: within }
      try {
        return Reply.parse(await askService(operation, asked)).text
      } catch (error) {
        if (error instanceof UnexpectedStatus && error.status === refusedTextStatus) return undefined
        throw error
      }
    },
  }
}
