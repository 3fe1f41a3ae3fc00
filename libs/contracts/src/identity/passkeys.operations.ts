import { z } from 'zod'
import { anyone, signedIn } from '../access-rules.ts'
import { operations } from '../operation.ts'
import { ListQuery, list } from '../shared/list.ts'
import { NewPasskey, Passkey, PasskeyAnswer, PasskeyName, PasskeyOptions } from './passkeys.ts'
import { Session } from './sessions.ts'

/** Passkeys of people, and signing in with them (docs/interface.md#passkeys). Published clients have no such paths. */
export const passkeyOperations = operations('identity', {
  listPasskeys: {
    method: 'GET',
    path: '/v1/user/passkeys',
    summary: "List the caller's passkeys",
    access: signedIn,
    query: ListQuery,
    replies: { 200: list(Passkey) },
  },
  beginPasskey: {
    method: 'POST',
    path: '/v1/user/passkeys/options',
    summary: 'What a browser needs to make a passkey',
    access: signedIn,
    recentSignIn: true,
    replies: { 200: PasskeyOptions },
    reads: true,
    secret: true,
  },
  addPasskey: {
    method: 'POST',
    path: '/v1/user/passkeys',
    summary: 'Add a passkey that the browser has made',
    access: signedIn,
    recentSignIn: true,
    body: z.object({ credential: NewPasskey }),
    passes: ['user-agent'],
    audited: { target: 'passkey', id: 'reply' },
    replies: { 201: Passkey },
    // The answer to a challenge counts once.
    secret: true,
  },
  renamePasskey: {
    method: 'PATCH',
    path: '/v1/user/passkeys/{passkeyId}',
    summary: "Rename one of the caller's passkeys",
    access: signedIn,
    body: z.object({ name: PasskeyName }),
    audited: { target: 'passkey', id: 'passkeyId', fields: ['name'] },
    replies: { 200: Passkey },
  },
  removePasskey: {
    method: 'DELETE',
    path: '/v1/user/passkeys/{passkeyId}',
    summary: "Remove one of the caller's passkeys",
    access: signedIn,
    recentSignIn: true,
    audited: { target: 'passkey', id: 'passkeyId' },
    replies: { 204: null, 205: null },
    // The sessions that it began end with it.
    narrows: true,
  },
  beginPasskeySignIn: {
    method: 'POST',
    path: '/v1/sign-in/passkeys/options',
    summary: 'What a browser needs to ask for a passkey; the same for everybody but for the challenge',
    access: anyone,
    console: true,
    replies: { 200: PasskeyOptions },
    reads: true,
    secret: true,
  },
  signInWithPasskey: {
    method: 'POST',
    path: '/v1/sign-in/passkeys',
    summary: 'Sign in with a passkey, in the browser that asked for it',
    access: anyone,
    console: true,
    body: z.object({ credential: PasskeyAnswer }),
    passes: ['user-agent'],
    audited: { target: 'session', id: 'reply' },
    replies: { 201: Session },
    secret: true,
  },
})
