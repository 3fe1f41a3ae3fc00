import { setImmediate } from 'node:timers/promises'
import { expect, test } from '@jest/globals'
import { whileAllowed } from './while-allowed.ts'

async function* never() {
  yield 'first'
  await Promise.withResolvers<void>().promise
}

test.each([0, 1, 2, 3, 4, 5])('a change is looked at that comes %d turns after a check came out', async (turns) => {
  let checks = 0
  let look = () => {}
  async function check() {
    checks += 1
    if (checks > 1) return
    let later = Promise.resolve()
    for (let turn = 0; turn < turns; turn += 1) later = later.then(() => undefined)
    later.then(look)
  }
  const onChange = (one: () => void) => {
    look = one
    return () => {}
  }
  const states = whileAllowed({ signal: new AbortController().signal, check, onChange }, never)
  await states.next()
  look()
  await setImmediate()
  expect(checks).toBe(2)
})
