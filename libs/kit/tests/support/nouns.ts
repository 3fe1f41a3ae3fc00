import { noun } from '@quire/contracts'
import { z } from 'zod'

const version = z.number().int()

/** The things that the owner of the pair publishes; access does not depend on them. */
export const thing = noun('identity', 'thing', {
  state: z.object({ id: z.string(), version, title: z.string() }),
  key: (state) => state.id,
  sample: { id: 'thg', version: 1, title: 'Engine' },
})

/** The rules of access that the owner publishes: a service that cannot apply one must not decide by the others. */
export const rule = noun('identity', 'rule', {
  state: z.object({ id: z.string(), version, title: z.string() }),
  key: (state) => state.id,
  access: true,
  revokes: true,
  sample: { id: 'rul', version: 1, title: 'Nobody' },
})
