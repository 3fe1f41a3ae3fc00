import { z } from 'zod'

/** Subject on which identity asks everybody who uses the keys of access tokens what they have. */
export const keyRollSubject = 'keys'

/** The question: which keys are published now. A gateway that has others fetches before it answers. */
export const KeyRoll = z.object({ kids: z.array(z.string()) })
export type KeyRoll = z.infer<typeof KeyRoll>

/** The answer of one process. */
export const KeyHolder = z.strictObject({
  id: z.string(),
  role: z.enum(['identity', 'gateway']),
  /** The keys by which it takes tokens for valid, or says that they are. */
  kids: z.array(z.string()),
  /** Identity: the key it signs with. */
  signs: z.string().optional(),
  /** A gateway: the other gateways it hears. */
  peers: z.array(z.string()).optional(),
})
export type KeyHolder = z.infer<typeof KeyHolder>
