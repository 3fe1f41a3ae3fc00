import { expect, test } from '@jest/globals'
import { acceptOf, isOfKind, kindOf } from '../src/screens/space/file-kinds.ts'

const file = (name: string, contentType = '') => ({ name, contentType })
const mayReplace = (before: ReturnType<typeof file>, after: ReturnType<typeof file>) => isOfKind(kindOf(before), after)

test('a picture is replaced by any picture, and by nothing else', () => {
  const picture = file('a.png', 'image/png')
  expect(acceptOf(kindOf(picture))).toBe('image/*')
  expect(mayReplace(picture, file('b.svg', 'image/svg+xml'))).toBe(true)
  expect(mayReplace(picture, file('b.html', 'text/html'))).toBe(false)
})

test('another file is replaced by one with its ending or its type', () => {
  const manual = file('Manual.PDF', 'application/pdf')
  expect(acceptOf(kindOf(manual))).toBe('.pdf,application/pdf')
  expect(mayReplace(manual, file('b.pdf'))).toBe(true)
  expect(mayReplace(manual, file('b', 'application/pdf'))).toBe(true)
  expect(mayReplace(manual, file('b.png', 'image/png'))).toBe(false)
  expect(mayReplace(file('a.txt', 'text/plain; charset=utf-8'), file('notes', 'text/plain'))).toBe(true)
})

test('a file of which nothing is known is replaced by any', () => {
  const unknown = file('a', 'application/octet-stream')
  expect(acceptOf(kindOf(unknown))).toBeUndefined()
  expect(mayReplace(unknown, file('b.html', 'text/html'))).toBe(true)
})
