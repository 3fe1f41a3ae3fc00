import { z } from 'zod'
import { signedIn } from '../access-rules.ts'
import { operations } from '../operation.ts'
import { Url } from '../shared/primitives.ts'
import { User } from '../shared/user.ts'

/** One line: a name stands in mails and commits too. */
export const DisplayName = z
  .string()
  .overwrite((text) => text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim())
  .min(1)
  .max(64)

const ApiInformation = z.strictObject({ version: z.string(), build: z.string() }).meta({ id: 'ApiInformation' })

/** People, and information about this installation. */
export const userOperations = operations('identity', {
  getApiInformation: {
    method: 'GET',
    path: '/v1/',
    summary: 'Get the version of this installation',
    access: signedIn,
    replies: { 200: ApiInformation },
  },
  getAuthenticatedUser: {
    method: 'GET',
    path: '/v1/user',
    summary: 'Get the caller',
    access: signedIn,
    replies: { 200: User },
  },
  getUserById: {
    method: 'GET',
    path: '/v1/users/{userId}',
    summary: 'Get a person',
    access: signedIn,
    replies: { 200: User },
  },
  updateUserById: {
    method: 'PATCH',
    path: '/v1/users/{userId}',
    summary: "Change the caller's own profile",
    access: signedIn,
    body: z.object({ displayName: DisplayName.optional(), photoURL: Url.nullable().optional() }),
    replies: { 200: User },
  },
})
