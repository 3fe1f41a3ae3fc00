import { holderOf, notFound, onApplied, revocationKey, type Standing, whileAllowed } from '@quire/kit'
import type { AiContext } from '../context.ts'
import { memberReader, type Reader } from '../readers/readers.ts'
import { demandAi } from './demand-ai.ts'
import { answerableAmong } from './retrieval.ts'
import type { AnswerWriter } from './writer.ts'

/** Who asks. */
interface Asking {
  /** Whose questions count together where there is room for a few. */
  holder: string
  /** The membership that it ends with. */
  memberId?: string
  /** What they may read by now; throws where that is nothing. */
  readerNow(): Promise<Reader>
}

/** A member who asks. */
export const asMember = ({ access, caller, authorizeAgain }: AiContext): Asking => ({
  holder: holderOf(caller),
  memberId: access.member.id,
  readerNow: async () => memberReader((await authorizeAgain()).member),
})

/**
 * An answer as it grows, until whoever asked may not have it any more: by what the operation's rule says, by what the
 * organization's settings say, or because a space is closed to them of which the writer was given a passage. `answers`
 * has to write with the writer and the signal that it is given.
 */
export function whileReadable<State>(
  context: AiContext,
  writer: AnswerWriter,
  answers: (writer: AnswerWriter, signal: AbortSignal) => AsyncIterable<State>,
  asking: Asking,
): AsyncIterable<State> {
  const spaces = new Set<string>()
  const noting: AnswerWriter = {
    write(draft) {
      for (const { spaceId } of draft.passages) spaces.add(spaceId)
      return writer.write({ ...draft, holder: asking.holder })
    },
  }
  const standing: Standing = {
    signal: context.signal,
    onChange: (look) => onChange(context, asking, look),
    async check() {
      const reader = await asking.readerNow()
      await demandAi(context.sql, reader.organizationId)
      const named = [...spaces]
      const still = await answerableAmong(context.sql, reader, named)
      if (still.length < named.length) throw notFound('What this answer rests on')
    },
  }
  return whileAllowed(standing, (signal) => answers(noting, signal))
}

/** Calls `look` after every batch of events that was applied here, and when the caller's membership is revoked. */
function onChange({ deps }: AiContext, { memberId }: Asking, look: () => void): () => void {
  const { positions, revocations } = deps
  const stopListening = onApplied(positions, 'ai', look)
  const stopWaiting =
    memberId === undefined ? undefined : revocations.onceLearned(revocationKey('identity.member', memberId), look)
  return () => {
    stopListening()
    stopWaiting?.()
  }
}
