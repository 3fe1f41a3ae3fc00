import type { SigningKey } from '@quire/kit'
import { datePrevious, dropPrevious, publishNext, readAccessKeys, useNext } from './key-files.ts'
import { keyQuestions } from './key-questions.ts'
import { untilEverybody } from './key-waiting.ts'
import { visitorSeconds } from './signer.ts'
import type { KeyPlace } from './system.ts'

interface Options {
  /** Ends what the previous key signed, if that is still valid. */
  force?: boolean
  /** Gets a line for each step that was done, and for what is waited for. */
  tell: (line: string) => void
}

/**
 * Changes the key that signs access tokens, without ending any and while everything runs (docs/adr/0020). Each step
 * rests on the one before, so it may be interrupted anywhere: the next run goes on from there. Throws one line that
 * says what to do where it cannot go on.
 */
export async function rotateKeys(place: KeyPlace, { force = false, tell }: Options): Promise<void> {
  const { next, previous } = readAccessKeys(place)
  if (!next && previous && !previous.signedUntil) {
    await retirePrevious(place, previous, tell)
    return tell('The rotation that was interrupted is complete now; another run makes a new key.')
  }
  await makeRoom(place, { force, tell })
  const { kid } = publishNext(place)
  tell(`Published the new key ${kid} beside the one in use.`)
  const have = { of: ['gateway', 'identity'], what: 'have the new key' } as const
  await untilEverybody(place, { ...have, holds: ({ kids }) => kids.includes(kid) }, tell)
  const { current } = readAccessKeys(place)
  useNext(place)
  tell('It is the key in use.')
  await retirePrevious(place, current, tell)
}

/** Waits until nobody signs with the key any more, and dates it. The tokens that it signed stay valid to their end. */
async function retirePrevious(place: KeyPlace, { kid }: SigningKey, tell: Options['tell']) {
  const sign = { of: ['identity'], what: 'sign with the new key' } as const
  await untilEverybody(place, { ...sign, holds: ({ signs }) => signs !== kid }, tell)
  const now = new Date()
  datePrevious(place, now)
  const { goodUntil, tokens } = await usesOf(place, now)
  tell(`The old key signs nothing more; what it signed is good until ${goodUntil} (${counted(tokens)}).`)
}

/** Only two keys are valid at a time, so all tokens of the previous one must have expired. */
async function makeRoom(place: KeyPlace, { force, tell }: Required<Options>) {
  const { current, previous } = readAccessKeys(place)
  if (!previous || previous.kid === current.kid) return
  const { goodUntil, tokens } = await usesOf(place, previous.signedUntil ?? new Date())
  if (Date.parse(goodUntil) > Date.now()) {
    if (!force) {
      throw new Error(
        `what the previous key signed is good until ${goodUntil} (${counted(tokens)}): ` +
          'rotate after that, or end it now with --force.',
      )
    }
    tell(`Dropping the previous key ends ${counted(tokens)}.`)
  }
  dropPrevious(place)
}

/** How many valid access tokens a key may have made that signed until then, and when the last of them expires. */
async function usesOf(place: KeyPlace, until: Date) {
  const { tokens, lastExpiresAt } = await keyQuestions(place).tokensUntil(until)
  const visitorsUntil = until.getTime() + visitorSeconds * 1000
  const goodUntil = Math.max(visitorsUntil, lastExpiresAt === null ? 0 : Date.parse(lastExpiresAt))
  return { tokens, goodUntil: new Date(goodUntil).toISOString() }
}

const counted = (tokens: number) => `${tokens} access token${tokens === 1 ? '' : 's'}`
