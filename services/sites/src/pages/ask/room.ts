import { createPlaces, type Leave, Refusal } from '@quire/kit'

/** Answers under way at once, for readers without a token: of one address, and in this process. */
const mostOfAddress = 4
const mostOfAll = 100

/** Bounds how many questions readers of published sites have under way. */
export interface AskingRoom {
  /** Resolves with how to leave; rejects with 429 where the address, or everybody together, has too many. */
  enter(address: string): Promise<Leave>
}

export function askingRoom(): AskingRoom {
  const terms = { mostWaiting: 0, patienceMs: undefined, refusal: tooMany }
  const ofAddress = createPlaces({ ...terms, most: mostOfAddress })
  const ofAll = createPlaces({ ...terms, most: mostOfAll })
  // Nobody waits, so nobody's leaving ends a wait.
  const gone = () => new AbortController().signal

  return {
    async enter(address) {
      const leaveAddress = await ofAddress.take(address, gone)
      try {
        const leaveAll = await ofAll.take('everybody', gone)
        return () => {
          leaveAll()
          leaveAddress()
        }
      } catch (error) {
        leaveAddress()
        throw error
      }
    },
  }
}

const tooMany = () => new Refusal(429, 'Too many questions at once: wait for an answer.', { 'Retry-After': '5' })
