import { setTimeout } from 'node:timers/promises'

const pollMs = 25

/**
 * Asks again and again, and resolves with the first answer that is there. The pauses leave the processor to the work that is
 * asked about; the test ends what takes for ever.
 */
export async function until<Answer>(ask: () => Promise<Answer | undefined | false>): Promise<Answer> {
  for (;;) {
    const answer = await ask()
    if (answer !== undefined && answer !== false) return answer
    await setTimeout(pollMs)
  }
}
