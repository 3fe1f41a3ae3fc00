import { api } from './client.ts'
import type { Given } from './operations.ts'

/** Thrown if the person or their device made or chose no passkey; browsers do not say why. */
export class NoPasskey extends Error {}

/** Lets the browser make a passkey, and adds it to the account. Throws `Refused` and `NoPasskey`. */
export async function addPasskey() {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    optionsOf(await api.post('/v1/user/passkeys/options')),
  )
  const credential = await chosen<NewPasskey>(navigator.credentials.create({ publicKey }))
  return api.post('/v1/user/passkeys', { body: { credential } })
}

/** Lets the person choose a passkey, and signs them in with it. Throws `Refused` and `NoPasskey`. */
export async function signInWithPasskey() {
  const options = await api.post('/v1/sign-in/passkeys/options')
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(optionsOf(options))
  const credential = await chosen<PasskeyAnswer>(navigator.credentials.get({ publicKey }))
  return api.post('/v1/sign-in/passkeys', { body: { credential } })
}

/** Web Authentication defines the shape of the options, which the interface does not repeat. */
const optionsOf = <Options>(answer: object) => answer as Options

/** Answers of a browser, as the operations take them. */
type NewPasskey = NonNullable<Given<'POST', '/v1/user/passkeys'>['body']>['credential']
type PasskeyAnswer = NonNullable<Given<'POST', '/v1/sign-in/passkeys'>['body']>['credential']

/** Returns the answer in JSON; Web Authentication defines its shape, and the interface checks it. */
async function chosen<Answer>(asking: Promise<Credential | null>): Promise<Answer> {
  const credential = await asking.catch(() => null)
  if (!(credential instanceof PublicKeyCredential)) throw new NoPasskey()
  return credential.toJSON() as unknown as Answer
}
