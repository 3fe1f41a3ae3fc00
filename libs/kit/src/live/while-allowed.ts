import { nobodyWaits } from '../refusals.ts'
import { newest } from './newest.ts'
import { until } from './until.ts'

/** How an answer that is under way learns that whoever asked may not have it any more. */
export interface Standing {
  /** The request's: aborts when the caller leaves. */
  signal: AbortSignal
  /** Throws the refusal where the caller may no longer have what is being written. */
  check(): Promise<void>
  /** Calls `look` whenever the check may come out otherwise than before; answers how to end that. */
  onChange(look: () => void): () => void
}

/**
 * An answer as it grows, for as long as whoever asked may have it. It outlives the checks of its request, so it is checked
 * again with every change of rights: no state follows a change that this process has heard of unless it was checked
 * since. The signal that `write` gets aborts when the answer ends for whatever reason. The writer is not held up by a
 * slow reader.
 */
export async function* whileAllowed<State>(
  { signal, check, onChange }: Standing,
  write: (signal: AbortSignal) => AsyncIterable<State>,
): AsyncGenerator<State, void, void> {
  const end = new AbortController()
  const either = AbortSignal.any([signal, end.signal])
  const checks = repeated(check, (refusal) => end.abort(refusal))
  const stop = onChange(checks.ask)
  try {
    for await (const state of until(either, newest(write(either)))) {
      await checks.done()
      either.throwIfAborted()
      yield state
    }
  } catch (error) {
    // Nobody is left to be told.
    if (!signal.aborted) throw error
  } finally {
    stop()
    end.abort(nobodyWaits())
  }
}

/** Does `work` whenever it is asked for, once for all who ask while it goes on. */
function repeated(work: () => Promise<void>, failed: (error: unknown) => void) {
  let isAsked = false
  let working: Promise<void> | undefined
  async function run() {
    try {
      while (isAsked) {
        isAsked = false
        await work()
      }
    } catch (error) {
      failed(error)
    } finally {
      // At once: whoever asks a moment later must begin it anew.
      working = undefined
    }
  }
  return {
    ask() {
      isAsked = true
      working ??= run()
    },
    async done() {
      while (working) await working
    },
  }
}
