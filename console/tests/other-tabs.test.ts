import { afterAll, beforeEach, expect, test } from '@jest/globals'
import { announceSignIn, hasSignedInSince, keepDraftsOf, watchPerson } from '../src/parts/drafts.ts'
import { storeOf } from './device.ts'

const before: Record<string, PropertyDescriptor> = Object.getOwnPropertyDescriptors(globalThis)
const names = ['localStorage', 'document', 'addEventListener'] as const
const put = (name: (typeof names)[number], value: unknown) =>
  Object.defineProperty(globalThis, name, { value, configurable: true })
afterAll(() => {
  for (const name of names)
    Object.defineProperty(globalThis, name, before[name] ?? { value: undefined, configurable: true })
})

let store = storeOf()
let target = new EventTarget()
let page = new EventTarget()
let reloads = 0
beforeEach(() => {
  store = storeOf()
  target = new EventTarget()
  page = new EventTarget()
  reloads = 0
  put('localStorage', store)
  put('document', page)
  put('addEventListener', target.addEventListener.bind(target))
})

/** Opens a tab of this person, or one in which nobody is signed in. */
const open = (person: string | undefined, isEntrance = false) => {
  if (person !== undefined) keepDraftsOf(person, store)
  watchPerson(
    () => person,
    () => isEntrance,
    () => {
      reloads += 1
    },
  )
}
/** Changes the store as another tab does, of which this one is told. */
function elsewhere(name: string, value: string) {
  store.setItem(name, value)
  target.dispatchEvent(Object.assign(new Event('storage'), { key: name }))
}

test('a tab learns that its person has signed in anew in another, since its own key is worth nothing then', () => {
  store.setItem('quire-sign-in', '1')
  open('ada')
  elsewhere('quire-theme', 'dark')
  expect(reloads).toBe(0)
  elsewhere('quire-sign-in', '2')
  expect(reloads).toBe(1)
})

test('a tab that was frozen meanwhile learns it when it is seen again', () => {
  open('ada')
  page.dispatchEvent(new Event('visibilitychange'))
  expect(reloads).toBe(0)
  store.setItem('quire-sign-in', '2')
  page.dispatchEvent(new Event('visibilitychange'))
  expect(reloads).toBe(1)
})

test('the entrance learns it too, and other pages of nobody do not', () => {
  open(undefined)
  elsewhere('quire-sign-in', '2')
  expect(reloads).toBe(0)
  open(undefined, true)
  elsewhere('quire-sign-in', '3')
  expect(reloads).toBe(1)
})

test('the tab in which somebody signs in goes its own way', () => {
  open('ada')
  announceSignIn()
  page.dispatchEvent(new Event('visibilitychange'))
  expect([reloads, store.getItem('quire-sign-in')]).toEqual([0, expect.stringMatching(/^\d+$/)])
})

test('a tab learns that somebody else has signed in', () => {
  open('ada')
  elsewhere('quire-person', 'ada')
  expect(reloads).toBe(0)
  elsewhere('quire-person', 'bob')
  expect(reloads).toBe(1)
})

test('a sign-in in any tab of the browser is known to have been after a time, and none before it', () => {
  expect(hasSignedInSince(1)).toBe(false)
  const before = Date.now()
  announceSignIn()
  expect([hasSignedInSince(before), hasSignedInSince(Date.now() + 1000)]).toEqual([true, false])
})
