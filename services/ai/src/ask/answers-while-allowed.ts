import { type AccessWatch, holderOf, notFound, onApplied, revocationKey, whileAllowed } from '@quire/kit'
import { answerableAmong, memberReader, type Reader } from '../readers/reader.ts'
import type { AskContext } from './context.ts'
import type { QuestionHolders } from './order-by-meaning.ts'
import { requireAi } from './require-ready.ts'
import type { AnswerWriter } from './writer.ts'

/** The caller who receives an answer. */
interface AskingCaller {
  holders: QuestionHolders
  /** The membership whose revocation ends the answer. */
  memberId?: string
  /** Returns the reader with their current rights; throws if they may read nothing any more. */
  readerNow(): Promise<Reader>
}

/** Returns the asking caller of a member's request. */
export const askingMember = ({ access, caller, authorizeAgain }: AskContext): AskingCaller => ({
  holders: [holderOf(caller)],
  memberId: access.member.id,
  readerNow: async () => memberReader((await authorizeAgain()).member),
})

/**
 * Yields the growing answer as long as the caller may have it. Ends with a refusal if the operation's rule or the
 * organization's settings no longer allow it, or if the caller may no longer read a space whose sections the writer was
 * given. `answers` has to use the writer and the signal that it is called with.
 */
export function answersWhileAllowed<State>(
  context: AskContext,
  writer: AnswerWriter,
  answers: (writer: AnswerWriter, signal: AbortSignal) => AsyncIterable<State>,
  asking: AskingCaller,
): AsyncIterable<State> {
  const spaces = new Set<string>()
  const recordingWriter: AnswerWriter = {
    write(draft) {
      for (const { spaceId } of draft.sections) spaces.add(spaceId)
      return writer.write({ ...draft, holders: asking.holders })
    },
  }
  const watch: AccessWatch = {
    signal: context.signal,
    onChange: (check) => onAccessChange(context, asking, check),
    async check() {
      const reader = await asking.readerNow()
      await requireAi(context.sql, reader.organizationId)
      const named = [...spaces]
      const still = await answerableAmong(context.sql, reader, named)
      if (still.length < named.length) throw notFound('What this answer rests on')
    },
  }
  return whileAllowed(watch, (signal) => answers(recordingWriter, signal))
}

/** Calls `check` after every batch of events that was applied here, and when the caller's membership is revoked. */
function onAccessChange({ deps }: AskContext, { memberId }: AskingCaller, check: () => void): () => void {
  const { positions, revocations } = deps
  const stopListening = onApplied(positions, 'ai', check)
  const stopWaiting =
    memberId === undefined ? undefined : revocations.onceLearned(revocationKey('identity.member', memberId), check)
  return () => {
    stopListening()
    stopWaiting?.()
  }
}
