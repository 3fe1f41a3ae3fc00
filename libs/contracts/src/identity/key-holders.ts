import { z } from 'zod'

/** Subject of identity's roll call to all processes that use the keys of access tokens. */
export const keyRollSubject = 'keys'

/** A roll call with the currently published keys. A gateway that has other keys fetches them before it answers. */
export const KeyRoll = z.object({ kids: z.array(z.string()) })
export type KeyRoll = z.infer<typeof KeyRoll>

/** The answer of one process to a roll call. */
export const KeyHolder = z.strictObject({
  id: z.string(),
  role: z.enum(['identity', 'gateway']),
  /** Ids of the keys that the process accepts or publishes. */
  kids: z.array(z.string()),
  /** Id of the key with which an identity process signs. */
  signs: z.string().optional(),
  /** Ids of the other gateways that a gateway knows. */
  peers: z.array(z.string()).optional(),
})
export type KeyHolder = z.infer<typeof KeyHolder>
