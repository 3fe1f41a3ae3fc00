import { noun } from '@quire/contracts'
import { z } from 'zod'

const version = z.number().int()

/** What the owner of the pair tells; nothing about access hangs on it. */
export const thing = noun('identity', 'thing', {
  state: z.object({ id: z.string(), version, title: z.string() }),
  key: (state) => state.id,
  sample: { id: 'thg', version: 1, title: 'Engine' },
})

/** What the owner tells about access: who cannot apply it must not decide by what it knows. */
export const rule = noun('identity', 'rule', {
  state: z.object({ id: z.string(), version, title: z.string() }),
  key: (state) => state.id,
  access: true,
  revokes: true,
  sample: { id: 'rul', version: 1, title: 'Nobody' },
})
