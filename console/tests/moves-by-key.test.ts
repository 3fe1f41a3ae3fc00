import { expect, test } from '@jest/globals'
import { movesByKey } from '../src/parts/moves-by-key.ts'

const press = (key: string, held: Partial<Parameters<typeof movesByKey>[0]> = {}) =>
  movesByKey({ key, altKey: false, ctrlKey: false, metaKey: false, ...held })

test('arrows and letters change the value of a closed list', () => {
  for (const key of ['ArrowUp', 'ArrowDown', 'Home', 'PageDown', 'e', 'é', '読'])
    expect([key, press(key)]).toEqual([key, true])
})

test('keys that open the list, leave it or choose in it change nothing by themselves', () => {
  for (const key of [' ', 'Enter', 'Escape', 'Tab', 'F4', 'Shift']) expect([key, press(key)]).toEqual([key, false])
  expect([press('ArrowDown', { altKey: true }), press('a', { ctrlKey: true }), press('a', { metaKey: true })]).toEqual([
    ...[false, false, false],
  ])
})
