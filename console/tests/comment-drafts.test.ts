import { afterAll, beforeEach, expect, test } from '@jest/globals'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { useDraft } from '../src/screens/comments/use-draft.ts'
import { storeOf } from './device.ts'

const before = Object.getOwnPropertyDescriptor(globalThis, 'localStorage')
const put = (value: unknown) => void Object.defineProperty(globalThis, 'localStorage', { value, configurable: true })
beforeEach(() => put(storeOf()))
afterAll(
  () => void Object.defineProperty(globalThis, 'localStorage', before ?? { value: undefined, configurable: true }),
)

/** Returns the draft as a reload opens it; `saved` is the text that it changes. */
function open(saved?: string) {
  const opened: ReturnType<typeof useDraft>[] = []
  const Field = () => {
    opened.push(useDraft('comment', saved))
    return null
  }
  renderToString(createElement(Field))
  const [draft] = opened
  if (!draft) throw new Error('The field is not rendered')
  return draft
}

test('a text that was sent is forgotten', () => {
  const draft = open()
  draft.setText('first')
  expect([draft.clearSent('first'), open().text, localStorage.length]).toEqual([true, '', 0])
})

test('a text that is typed while an earlier one is sent stays, on this screen and on the device', () => {
  const draft = open()
  draft.setText('first')
  draft.setText('second')
  expect([draft.clearSent('first'), open().text]).toEqual([false, 'second'])
})

test('a text that is typed where the screen was opened again stays', () => {
  const left = open()
  left.setText('first')
  open().setText('second')
  left.clearSent('first')
  expect(open().text).toBe('second')
})

test('changes of a text are stored until they are as it was, or forgotten', () => {
  open('saved').setText('')
  expect([open('saved').text, open('saved').clear(), open('saved').text]).toEqual(['', undefined, 'saved'])
  open('saved').setText('other')
  open('saved').setText('saved')
  expect([open('saved').text, localStorage.length]).toEqual(['saved', 0])
})
