import { setImmediate } from 'node:timers/promises'
import { expect, test } from '@jest/globals'
import { createGroupSemaphore } from './group-semaphore.ts'
import { unavailable } from './refusals.ts'

const { signal } = new AbortController()
const refusal = () => unavailable('Come again.', 10)

/** Work that ends when the test resolves it. */
function held() {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { work: () => promise, end: resolve }
}

test('as many go in as there is room for, one group leaves a place to the others, and who waits follows', async () => {
  const enter = createGroupSemaphore({ permits: 3, permitsPerGroup: 2, timeoutMs: 60_000, refusal })
  const inside: string[] = []
  const begin = (group: string, name: string) => {
    const { work, end } = held()
    const done = enter(group, signal, async () => {
      inside.push(name)
      await work()
    })
    return { end, done }
  }
  const [one, two, three] = ['a1', 'a2', 'a3'].map((name) => begin('a', name))
  const other = begin('b', 'b1')
  await setImmediate()
  expect(inside).toEqual(['a1', 'a2', 'b1'])
  one?.end()
  await one?.done
  await setImmediate()
  expect(inside).toEqual(['a1', 'a2', 'b1', 'a3'])
  for (const each of [two, three, other]) each?.end()
  await Promise.all([two?.done, three?.done, other.done])
})

test('who waits too long is told to come again, and who fails gives the place back', async () => {
  const enter = createGroupSemaphore({ permits: 1, permitsPerGroup: 1, timeoutMs: 1, refusal })
  const first = held()
  const working = enter('a', signal, first.work)
  await expect(enter('b', signal, async () => {})).rejects.toMatchObject({
    status: 503,
    headers: { 'Retry-After': '10' },
  })
  first.end()
  await working
  await expect(enter('a', signal, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await enter('a', signal, async () => 'in')).toBe('in')
})

test('who goes away while waiting leaves the queue', async () => {
  const enter = createGroupSemaphore({ permits: 1, permitsPerGroup: 1, timeoutMs: undefined, refusal })
  const [first, caller] = [held(), new AbortController()]
  const working = enter('a', signal, first.work)
  const waiting = enter('b', caller.signal, async () => {})
  caller.abort()
  await expect(waiting).rejects.toMatchObject({ name: 'AbortError' })
  first.end()
  await working
})

test('within a group its own groups take turns: who has much to do waits alone', async () => {
  const enter = createGroupSemaphore({ permits: 1, permitsPerGroup: 1, timeoutMs: undefined, refusal })
  const order: string[] = []
  const go = (name: string, ...groups: string[]) => enter(groups, signal, async () => void order.push(name))
  const first = held()
  const working = enter(['site a', 'attacker'], signal, first.work)
  const all = [
    ...['a1', 'a2', 'a3'].map((name) => go(name, 'site a', 'attacker')),
    go('a4', 'site a', 'somebody'),
    go('b1', 'site b', 'somebody'),
  ]
  await setImmediate()
  first.end()
  await Promise.all([working, ...all])
  expect(order.indexOf('b1')).toBeLessThan(order.indexOf('a2'))
  expect(order.indexOf('a4')).toBeLessThan(order.indexOf('a2'))
})

test('a group around others has more permits than each of these, and leaves the rest to other groups', async () => {
  const options = { permits: 5, permitsPerGroup: 1, permitsAround: 3, areNested: false, timeoutMs: 60_000, refusal }
  const enter = createGroupSemaphore(options)
  const inside: string[] = []
  const first = held()
  const all = ['one', 'one', 'two', 'three', 'four'].map((visitor) =>
    enter(['site', visitor], signal, async () => {
      inside.push(visitor)
      await first.work()
    }),
  )
  await setImmediate()
  expect(inside).toEqual(['one', 'two', 'three'])
  await enter(['other site', 'four more'], signal, async () => void inside.push('other'))
  first.end()
  await Promise.all(all)
  expect(inside.toSorted()).toEqual(['four', 'one', 'one', 'other', 'three', 'two'])
})
