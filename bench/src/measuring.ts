import { z } from 'zod'
import { createClient, expectSuccess, retryUnavailable } from './load/client.ts'
import { principals } from './load/workloads.ts'
import type { Measuring } from './part.ts'
import type { Quire } from './system.ts'

/** A run of a part, before it has a system. */
export type Run = Pick<
  Measuring,
  'options' | 'archives' | 'git' | 'folder' | 'terminal' | 'signal' | 'isSelected' | 'say'
>

/** Makes a person on a system, as whom it is called. */
export async function measuringOn(run: Run, quire: Quire): Promise<Measuring> {
  const token = await quire.token('ada@example.com', 'Ada Lovelace')
  const send = retryUnavailable(createClient(quire.gateway, run.signal, { authorization: `Bearer ${token}` }))
  const { id: userId } = z.object({ id: z.string() }).parse(await expectSuccess(send('GET', '/v1/user')))
  return { ...run, quire, token, principal: principals(quire.config, userId), userId, send }
}
