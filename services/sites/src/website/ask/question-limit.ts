import { createKeyedSemaphore, customerNetworkOf, Refusal, type Release } from '@quire/kit'

/** Concurrent answers to visitors without a token: for one network, and in this process. */
const maxOfAddress = 4
const maxOfAll = 100

/** Limits the concurrent questions of visitors of published sites. */
export interface QuestionLimit {
  /**
   * Resolves with a function that releases the permit; rejects with 429 if the network, or all networks together, have
   * too many questions in progress.
   */
  acquire(address: string): Promise<Release>
}

export function createQuestionLimit(): QuestionLimit {
  const terms = { maxWaiting: 0, timeoutMs: undefined, refusal: tooMany }
  const ofAddress = createKeyedSemaphore({ ...terms, permits: maxOfAddress })
  const ofAll = createKeyedSemaphore({ ...terms, permits: maxOfAll })
  // A signal that never aborts: acquiring never waits.
  const neverAborted = () => new AbortController().signal

  return {
    async acquire(address) {
      const releaseAddress = await ofAddress.acquire(customerNetworkOf(address), neverAborted)
      try {
        const releaseAll = await ofAll.acquire('everybody', neverAborted)
        return () => {
          releaseAll()
          releaseAddress()
        }
      } catch (error) {
        releaseAddress()
        throw error
      }
    },
  }
}

const tooMany = () =>
  new Refusal(429, 'Too many questions at once: wait for an answer.', { 'Retry-After': '5' }, 'questions')
