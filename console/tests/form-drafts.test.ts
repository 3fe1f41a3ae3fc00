import { afterAll, beforeEach, expect, test } from '@jest/globals'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { useFormDraft } from '../src/parts/use-form-draft.ts'
import { storeOf } from './device.ts'

const before = Object.getOwnPropertyDescriptor(globalThis, 'localStorage')
const put = (value: unknown) => void Object.defineProperty(globalThis, 'localStorage', { value, configurable: true })
beforeEach(() => put(storeOf()))
afterAll(
  () => void Object.defineProperty(globalThis, 'localStorage', before ?? { value: undefined, configurable: true }),
)

/** Returns the form of a space as a reload opens it, with these saved values. */
function open(title: string, level: string) {
  const opened: ReturnType<typeof useFormDraft<{ title: string; level: string }>>[] = []
  const Form = () => {
    opened.push(useFormDraft('space/salaries', { title, level }))
    return null
  }
  renderToString(createElement(Form))
  const [form] = opened
  if (!form) throw new Error('The form is not rendered')
  return form
}

test('a draft changes the typed fields alone, and follows what others save of the rest', () => {
  open('Salaries', 'inherit').change({ title: 'Pay' })
  const { form, changes, isChanged } = open('Salaries', 'none')
  expect([form, changes, isChanged]).toEqual([{ title: 'Pay', level: 'none' }, { title: 'Pay' }, true])
})

test('a field that is given back its value is not changed, though somebody else has saved another one meanwhile', () => {
  open('Salaries', 'inherit').change({ title: 'Pay', level: 'read' })
  open('Salaries', 'none').change({ level: 'inherit' })
  expect(open('Salaries', 'none')).toMatchObject({ form: { title: 'Pay', level: 'none' }, changes: { title: 'Pay' } })
  open('Salaries', 'none').change({ level: 'inherit' })
  expect(open('Salaries', 'none').changes).toEqual({ title: 'Pay', level: 'inherit' })
})

test('fields that are typed while the form is sent stay unsaved, even if they have their earlier value again', () => {
  const sending = open('Salaries', 'inherit')
  sending.change({ title: 'Pay', level: 'none' })
  const { changes: sent } = open('Salaries', 'inherit')
  sending.change({ title: 'Payroll' })
  sending.clearSent(sent)
  expect(open('Pay', 'none').changes).toEqual({ title: 'Payroll' })
  sending.change({ title: 'Salaries' })
  sending.clearSent({ title: 'Payroll' })
  expect(open('Payroll', 'none').changes).toEqual({ title: 'Salaries' })
  sending.clear()
  expect([open('Payroll', 'none').isChanged, localStorage.length]).toEqual([false, 0])
})

test('a field in which somebody else has saved another value than one’s own is named with their value', () => {
  open('Salaries', 'inherit').change({ title: 'Pay', level: 'none' })
  expect(open('Salaries', 'inherit').others).toEqual({})
  expect(open('Wages', 'none').others).toEqual({ title: 'Wages' })
  open('Wages', 'none').change({ title: 'Salaries' })
  expect(open('Wages', 'none').others).toEqual({})
})

test.each(['{"level":"inherit"}', '{"base":null,"draft":{"level":"inherit"}}', '[]', 'null', '"text"', '{'])(
  'what is stored as %s has no base, and changes nothing',
  (stored) => {
    localStorage.setItem('quire-form/space/salaries', stored)
    expect(open('Salaries', 'none')).toMatchObject({ form: { title: 'Salaries', level: 'none' }, changes: {} })
  },
)
