import { setTimeout } from 'node:timers/promises'
import { send } from '../world.ts'
import { serve } from './child-process.ts'

interface Orders {
  port: number
  callers: { token: string; address: string }[]
  seconds: number
  everyMs: number
}

export const callers = {
  /**
   * Each caller begins a request every `everyMs`, even if the last one was not answered. Returns the time of each request
   * from the moment at which it was due, so that a stall counts for every request that fell into it.
   */
  async measure({ port, callers, seconds, everyMs }: Orders) {
    const times: number[] = []
    let failed = 0
    const began = performance.now()
    const one = async (caller: Orders['callers'][number], index: number, number: number) => {
      const due = began + (number + index / callers.length) * everyMs
      await setTimeout(Math.max(0, due - performance.now()))
      const [path, more] = number % 2 ? ['/v1/echo/1', {}] : ['/v1/write', { method: 'POST', body: '{"a":1}' }]
      const { status } = await send({ port }, path as string, {
        token: caller.token,
        headers: { 'x-forwarded-for': caller.address },
        ...(more as object),
      })
      times.push(performance.now() - due)
      if (status !== 200 && status !== 201) failed += 1
    }
    const count = Math.floor((seconds * 1000) / everyMs)
    await Promise.all(
      callers.flatMap((caller, index) => Array.from({ length: count }, (_, number) => one(caller, index, number))),
    )
    return { times: times.toSorted((a, b) => a - b), failed }
  },
}

if (import.meta.main) serve(callers)
