import { expect, test } from '@jest/globals'
import { openUnsavedPage } from '../src/screens/editor/unsaved-page.ts'
import { storeOf } from './device.ts'

const page = (text: string, title = 'Start') => ({ id: 'page', title, text })
const open = (store: ReturnType<typeof storeOf>) => openUnsavedPage('change', 'page', store)

test('what a closed tab left is not lost when another tab with the page is used and saved', () => {
  const store = storeOf()
  const [closed, used] = [open(store), open(store)]
  closed.keep({ base: page('one\n\ntwo\n'), own: page('one, of the closed tab\n\ntwo\n') })
  used.keep({ base: page('one\n\ntwo\n'), own: page('one\n\ntwo, of the other\n') })
  used.forget()
  expect(open(store).left?.own.text).toBe('one, of the closed tab\n\ntwo\n')
})

test('an editor takes over what all earlier ones left, merged by line, and the next one finds it once', () => {
  const store = storeOf()
  const base = page('one\n\ntwo\n')
  open(store).keep({ base, own: page('one, changed\n\ntwo\n') })
  open(store).keep({ base, own: page('one\n\ntwo, changed\n', 'Renamed') })
  const next = open(store)
  const merged = { base, own: page('one, changed\n\ntwo, changed\n', 'Renamed') }
  expect(next.left).toEqual(merged)
  next.takeOver()
  expect(store.names()).toHaveLength(1)
  expect(open(store).left).toEqual(merged)
  next.forget()
  expect(open(store).left).toBeUndefined()
})

test('what an open tab keeps while another takes over stays its own', () => {
  const store = storeOf()
  const base = page('one\n')
  const typing = open(store)
  typing.keep({ base, own: page('one, and\n') })
  const next = open(store)
  typing.keep({ base, own: page('one, and more\n') })
  next.takeOver()
  next.forget()
  expect(open(store).left?.own.text).toBe('one, and more\n')
})

test('a device without room keeps what is there, and what others stored under the name is no page', () => {
  const store = storeOf()
  open(store).keep({ base: page('one\n'), own: page('kept\n') })
  store.setItem('quire-page/change/page/other', 'no page')
  const full = {
    ...store,
    key: store.key,
    length: store.length,
    setItem: () => {
      throw new Error('full')
    },
  }
  const next = openUnsavedPage('change', 'page', full)
  next.takeOver()
  expect(open(store).left?.own.text).toBe('kept\n')
})

test('editors of other pages and changes find nothing', () => {
  const store = storeOf()
  open(store).keep({ base: page('one\n'), own: page('typed\n') })
  expect(openUnsavedPage('change', 'other', store).left).toBeUndefined()
  expect(openUnsavedPage('other', 'page', store).left).toBeUndefined()
})
