import type { KeyObject } from 'node:crypto'
import type { passkeyOperations } from '@quire/contracts'
import { badRequest, type Input, type Logger } from '@quire/kit'
import type { VerifiedAuthenticationResponse, VerifiedRegistrationResponse } from '@simplewebauthn/server'
import type { Selectable } from 'kysely'
import { z } from 'zod'
import type { Tables } from '../database.ts'
import { type ChallengeUse, isOpen } from './challenges.ts'
import { relyingParty } from './relying-party.ts'

export type PasskeyRow = Selectable<Tables['passkey']>

/** What an answer is checked against. */
interface Expected {
  use: ChallengeUse
  codeKey: KeyObject
  publicUrl: string
  now: Date
  log: Logger
}

type Made = NonNullable<VerifiedRegistrationResponse['registrationInfo']>
type Proved = VerifiedAuthenticationResponse['authenticationInfo']

/** An answer that was verified, and the challenge that it answers, which is still to be used up. */
type Verified<What> = What & { challenge: string }

/** 400, the same for every answer that does not count: nobody learns which passkeys exist. The log has the reason. */
export const notAccepted = () => badRequest('body.credential', 'was not accepted: try again, or sign in in another way')

/** Verifies the answer of a browser that made a passkey. Throws 400. */
export async function verifyNew(
  credential: Input<typeof passkeyOperations.addPasskey>['body']['credential'],
  expected: Expected,
): Promise<Verified<Made>> {
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
  return verified(expected, credential.response.clientDataJSON, async (shared) => {
    const { registrationInfo } = await verifyRegistrationResponse({
      response: { ...credential, clientExtensionResults: {} },
      ...shared,
    })
    return registrationInfo
  })
}

/** Verifies the answer of a browser with the passkey of its id, undefined if there is none. Throws 400. */
export async function verifyUse(
  credential: Input<typeof passkeyOperations.signInWithPasskey>['body']['credential'],
  passkey: PasskeyRow | undefined,
  expected: Expected,
): Promise<Verified<Proved>> {
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  return verified(expected, credential.response.clientDataJSON, async (shared) => {
    if (!passkey) throw new Error('there is no such passkey')
    if (credential.response.userHandle !== handleOf(passkey.user_id).toString('base64url'))
      throw new Error('the passkey is of another person')
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...credential, clientExtensionResults: {} },
      ...shared,
      credential: {
        id: passkey.credential_id,
        publicKey: new Uint8Array(passkey.public_key),
        counter: Number(passkey.counter),
      },
    })
    return verified ? authenticationInfo : undefined
  })
}

/** The bytes by which a device knows a person. */
export const handleOf = (userId: string): Buffer<ArrayBuffer> => Buffer.from(userId)

/** The part of the client's data that the library leaves to its callers. */
const ClientData = z.object({ challenge: z.string(), crossOrigin: z.boolean().optional() })

async function verified<What>(
  { use, codeKey, publicUrl, now, log }: Expected,
  clientDataJSON: string,
  verify: (shared: {
    expectedChallenge: (challenge: string) => boolean
    expectedOrigin: string
    expectedRPID: string
    requireUserVerification: true
  }) => Promise<What | undefined>,
): Promise<Verified<What>> {
  const { id, origin } = relyingParty(publicUrl)
  try {
    const data = ClientData.parse(JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString()))
    // The console is in nobody's frame.
    if (data.crossOrigin) throw new Error('a page of another origin has asked')
    const found = await verify({
      expectedChallenge: (challenge) => isOpen(codeKey, challenge, use, now),
      ...{ expectedOrigin: origin, expectedRPID: id, requireUserVerification: true },
    })
    if (!found) throw new Error('the signature is wrong')
    return { ...found, challenge: data.challenge }
  } catch (error) {
    // The library throws at everything that does not fit, and the client alone decides what it gets.
    log.info({ reason: error instanceof Error ? error.message : String(error) }, 'the answer of a passkey was refused')
    throw notAccepted()
  }
}
